"""Empty forms to fill in: a header, or the beginning of a document, with two rows for example."""

from __future__ import annotations

from typing import Any

from ..actions import Action, Item, Place
from ..vocabulary import load, simplify
from .columns import title
from .sheets_writing import ods_of, xlsx_of
from .writing import LANGS, WRITTEN, csv_text, format_action, write

FIELDS = (
    "no", "time", "actor", "act", "object", "place", "facing", "addressee", "words", "manner", "note",
)  # fmt: skip
"""The columns of a form."""

_EXAMPLES = (
    (Action(actors=("archery_director",), act="ask", addressee=("guest",), words="順投為入"), "0:00:05"),
    (Action(actors=("guest",), act="salute", place="east_steps", facing="north"), "0:00:12"),
)


def template(format: str, lang: str = "zh-Hant") -> str | bytes:
    """An empty form in one of `WRITTEN`, in one of `LANGS`: bytes for workbooks, text for all others.

    Raises ValueError for another format or language.
    """
    if lang not in LANGS:
        raise ValueError(f"no language {lang!r}; languages are {', '.join(LANGS)}")
    if format in ("csv", "xlsx", "ods"):
        rows = _rows(lang)
        name = "script" if lang in ("en", "id") else "腳本"
        return csv_text(rows) if format == "csv" else (xlsx_of if format == "xlsx" else ods_of)(rows, name)
    if format not in WRITTEN:
        raise ValueError(f"no format {format!r} to write; formats are {', '.join(WRITTEN)}")
    if format == "text":
        return _text(lang)
    if format in ("json", "yaml"):
        return _values(format, lang)
    items = [Item(action, "", Place(time=time), n) for n, (action, time) in enumerate(_EXAMPLES)]
    return write(items, format, lang)


def _name(id: str, lang: str, kind: str) -> str:
    return id if lang == "id" else load().name(id, lang, kind)


def _rows(lang: str) -> list[list[str]]:
    kinds = {"actors": "role", "act": "verb", "place": "place", "facing": "value", "addressee": "role"}
    rows = [[title(field, lang) for field in FIELDS]]
    for n, (action, time) in enumerate(_EXAMPLES, 1):
        cells: dict[str, str] = {"no": str(n), "time": time, "words": action.words or ""}
        for field, kind in kinds.items():
            ids = getattr(action, field) or ()
            ids = (ids,) if isinstance(ids, str) else ids
            key = "actor" if field == "actors" else field
            cells[key] = "、".join(_name(id, lang, kind) for id in ids)
        rows.append([cells.get(field, "") for field in FIELDS])
    return rows


def _text(lang: str) -> str:
    if lang in ("en", "id"):
        head = 'TIME actor: act object @place ^facing >addressee "words" key=value # note'
    else:
        head = '時間 角色 動作 器物 @位置 ^面向 >對象 "辭" 鍵=值 # 備註'
        head = simplify(head) if lang == "zh-Hans" else head
    lines = [f"{time} {format_action(action, lang)}" for action, time in _EXAMPLES]
    return "\n".join((f"# {head}", *lines)) + "\n"


def _values(format: str, lang: str) -> str:
    import json

    rows = _rows(lang)
    fields = ["", *FIELDS[1:-1]]
    actions: list[dict[str, Any]] = [
        {field: cell for field, cell in zip(fields, row, strict=False) if field and cell} for row in rows[1:]
    ]
    if format == "json":
        return json.dumps({"actions": actions}, ensure_ascii=False, indent=1) + "\n"
    from .documents_writing import dumped

    return dumped({"actions": actions})
