"""Names of the fields of an action, as headers of tables and keys of objects use them."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from types import MappingProxyType

from ..actions import DETAIL_FIELDS
from ..vocabulary import fold, load, simplify

HEADERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "no": ("序號", "no", "number", "index", "序", "號", "項次", "编号", "編號", "#", "nr"),
        "time": ("時間", "time", "時刻", "時"),
        "actor": (
            "角色",
            "actor",
            "人物",
            "行禮者",
            "行者",
            "演員",
            "誰",
            "人",
            "何人",
            "人員",
            "role",
            "who",
            "person",
        ),
        "act": (
            "動作",
            "act",
            "儀節動作",
            "行為",
            "做什麼",
            "做什么",
            "何事",
            "動作描述",
            "動作說明",
            "action",
            "verb",
        ),
        "passage": ("段落", "passage", "成段"),
        "object": ("器物", "object", "物", "道具", "thing", "item handled"),
        "place": ("位置", "place", "處所", "處", "地點", "在哪裏", "在哪裡", "何處", "where", "location"),
        "facing": ("面向", "facing", "面", "朝向", "面朝", "face"),
        "addressee": ("對象", "addressee", "向誰", "對誰", "to whom"),
        "words": ("辭", "words", "言辭", "臺詞", "台詞", "speech", "line"),
        "manner": ("儀節", "manner", "儀", "how"),
        "clauses": ("條目", "clauses", "clause"),
        "note": ("備註", "note", "備考", "附註", "註", "說明", "notes", "comment", "comments", "remark", "remarks"),
    }
)
"""Field -> its names: the first in Chinese and the first in English are those for display."""

FINDINGS = ("查驗", "finding", "查验")
"""What the column, or tier, of findings is called, in Chinese, English and simplified Chinese; it is never read."""

IGNORED = frozenset({"no", "note"})
"""What says nothing about the action itself (a note may begin with clauses)."""


@functools.cache
def _fields() -> Mapping[str, str]:
    found: dict[str, str] = {"#": "no"}
    for field, names in HEADERS.items():
        for name in names:
            for each in (name, simplify(name)):
                found.setdefault(fold(each), field)
    found.pop("", None)
    return MappingProxyType(found)


@functools.lru_cache(maxsize=1024)
def recognise(header: str) -> tuple[str, bool] | None:
    """(field or data key, whether it is a data key) of a header; None if nobody knows it.

    The name of a field in any script or language, or the name of a key of the vocabulary.
    """
    text = header.strip()
    if len(text) > 60:
        return None
    if text in load().ids("key") and text not in HEADERS:
        return text, True
    if field := _fields().get(fold(text)) or _fields().get(text):
        return field, False
    ids = load().find(text, "key")
    if not ids:
        return None
    return ids[0], ids[0] not in (*DETAIL_FIELDS, "actor", "act")


def nearest_header(header: str, used: Collection[str]) -> str | None:
    """The name most like an unknown header, of fields that have no column yet; None where none is like it."""
    from difflib import get_close_matches

    text = fold(header[:60])
    if text in map(fold, FINDINGS):
        return None
    names = {name: field for name, field in _fields().items() if field not in used}
    found = get_close_matches(text, names, 1, 0.75 if text.isascii() else 0.5) if len(text) > 1 else []
    return HEADERS[names[found[0]]][0 if not text.isascii() else 1] if found else None


def title(field: str, lang: str) -> str:
    """The header of a field in "zh-Hant", "zh-Hans", "en" or "id"."""
    chinese, english = HEADERS[field][:2]
    if lang == "zh-Hant":
        return chinese
    return simplify(chinese) if lang == "zh-Hans" else english
