"""Writing actions so that reading them gives the same actions again."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any, Literal

from ..actions import DETAIL_FIELDS, Action, Item, Script, Value
from ..vocabulary import Vocabulary
from .cleaning import BROKEN, INVISIBLE
from .columns import recognise, title
from .gathering import clauses
from .lines import quoted
from .names import Names
from .reading import PACKED
from .text import LineReader

Lang = Literal["zh-Hant", "zh-Hans", "en", "id"]
"""What names are written in; "id" writes the ids."""

LANGS: tuple[str, ...] = ("zh-Hant", "zh-Hans", "en", "id")

_WORD = re.compile(r"""[^\s"＂“「『《\[［【@＠^＾>＞=＝:：#＃]+""")
_BRACKETS = (("[", "]"), ("【", "】"), ("［", "］"))


def write(actions: Script | Iterable[Action | Item], format: str = "text", lang: str = "zh-Hant") -> str:
    """The actions as a script that `read` reads back as the same actions.

    format: "text", "json" and "yaml" (always ids, as the contract says), "csv", "srt", "vtt", "eaf"
    (`write_bytes` has those that are no text); lang: one of `LANGS`.
    Items keep their times; where a format needs times, those without get them (see `timing`).
    Of unknown words the text is written; clauses that do not look like ids of the ledger are written
    in JSON and YAML only.
    Raises ValueError for another format or language.
    """
    _check(lang, LANGS)
    if format in PACKED:
        raise ValueError(f"{format!r} is no text: write_bytes writes it")
    writer = _writer(format)
    return str(writer(_timed(actions), lang))


def write_bytes(actions: Script | Iterable[Action | Item], format: str = "text", lang: str = "zh-Hant") -> bytes:
    """The actions as the bytes of a file, in any of `WRITTEN`; the same actions give the same bytes.

    Texts are UTF-8 (CSV with the mark that spreadsheets want).  Raises ValueError as `write` does.
    """
    _check(lang, LANGS)
    if format in PACKED:
        packed = _writer(format)(_timed(actions), lang)
        assert isinstance(packed, bytes)
        return packed
    return write(actions, format, lang).encode("utf-8-sig" if format == "csv" else "utf-8", "replace")


Timed = list[tuple[Action, str | None, int | None]]
"""Actions with their times as written and their groups."""

WRITTEN = ("text", "json", "yaml", "csv", "xlsx", "ods", "srt", "vtt", "eaf")
"""The formats that can be written."""

_ELSEWHERE = {
    "yaml": ("documents_writing", "yaml_text"),
    "xlsx": ("sheets_writing", "xlsx_bytes"),
    "ods": ("sheets_writing", "ods_bytes"),
    "srt": ("cues_writing", "srt_text"),
    "vtt": ("cues_writing", "vtt_text"),
    "eaf": ("eaf_writing", "eaf_text"),
}


def _writer(format: str) -> Callable[[Timed, str], str | bytes]:
    own: dict[str, Callable[[Timed, str], str]] = {"text": _text, "json": _json, "csv": _csv}
    if format in own:
        return own[format]
    if format not in _ELSEWHERE:
        raise ValueError(f"no format {format!r} to write; formats are {', '.join(WRITTEN)}")
    module, name = _ELSEWHERE[format]
    writer: Callable[[Timed, str], str | bytes] = getattr(import_module(f".{module}", __package__), name)
    return writer


def _timed(actions: Script | Iterable[Action | Item]) -> Timed:
    given = actions.items if isinstance(actions, Script) else actions
    return [(each.action, each.at.time, each.group) if isinstance(each, Item) else (each, None, None) for each in given]


def format_action(action: Action, lang: str = "zh-Hant") -> str:
    """The action on one line, as a script would say it: 司射 請 >賓 "順投為入".

    lang: one of `LANGS`, or "both" for Chinese with English in brackets, which is for people only;
    the others can be read again.  Raises ValueError for another language.
    """
    _check(lang, (*LANGS, "both"))
    if lang == "both":
        return f"{format_action(action, 'zh-Hant')} ({format_action(action, 'en')})"
    return Lines(lang).line(action)


def _check(lang: str, known: tuple[str, ...]) -> None:
    if lang not in known:
        raise ValueError(f"no language {lang!r}; languages are {', '.join(known)}")


class _Namer:
    """Names of ids in one language; where a name would not lead back to its id, the id."""

    def __init__(self, lang: str, names: Names) -> None:
        self.lang = lang
        self.names = names
        self._vocabulary: Vocabulary = names.vocabulary

    def _all(self, id: str, kind: str) -> Iterator[str]:
        """The name for display, then the others, then the id."""
        if self.lang != "id":
            yield self._vocabulary.name(id, self.lang, kind)
            if id in self._vocabulary.ids(kind):
                entry = self._vocabulary.entry(kind, id)
                yield from {"en": entry.en, "zh-Hant": entry.zh, "zh-Hans": entry.simp}[self.lang]
        yield id

    def best(self, id: str, kind: str, leads_back: Callable[[str], bool], joined: bool) -> str:
        """joined: as one word (steps_ahead)."""
        for name in self._all(id, kind):
            text = re.sub(r"[\s,]+", "_", name) if joined else name
            if (not joined or _WORD.fullmatch(text)) and leads_back(text):
                return text
        return id

    def person(self, id: str, joined: bool) -> str:
        return self.best(id, "role", lambda text: self.names.people(text) == (id,), joined)

    def people(self, ids: tuple[str, ...], joined: bool) -> str:
        comma = "、" if self.lang.startswith("zh") else "," if joined else ", "
        return comma.join(self.person(id, joined) for id in ids)

    def detail(self, field: str, id: str, joined: bool) -> str:
        kinds = {
            "object": ("object", "role", "place"),
            "facing": ("value", "role", "place"),
            "place": ("place", "value"),
        }
        for kind in kinds[field]:
            if self.names.find(id, (kind,)):
                return self.best(id, kind, lambda text: self.names.detail(field, text)[:1] == (id,), joined)
        # An id of another kind, which names no object or place by its names.
        return id

    def manner(self, text: str, joined: bool) -> str:
        return self.best(text, "value", lambda name: self.names.find(name, ("value",))[:1] == (text,), joined)

    def key(self, key: str) -> str:
        return self.best(key, "key", lambda text: self.names.key(text) == (key,), True)

    def value(self, key: str, value: Value, joined: bool) -> str:
        if isinstance(value, bool):
            return self.best(
                "yes" if value else "no", "value", lambda text: self.names.value(key, text) is value, joined
            )
        if isinstance(value, int):
            return str(value)

        def leads_back(text: str) -> bool:
            return self.names.value(key, text) == value

        for kind in ("value", "role", "place", "object"):
            if self.names.find(value, (kind,)):
                text = self.best(value, kind, leads_back, joined)
                if leads_back(text):
                    break
        else:
            text = value
        return quoted(value) if joined and not (_WORD.fullmatch(text) and leads_back(text)) else text


# --- text --------------------------------------------------------------------------------------------------------


class Lines:
    """Lines of the text format.

    Each is read again before it is given away: the natural way of writing comes first, then one
    that names the object by its key, then ids with the actor before a colon.
    """

    def __init__(self, lang: str) -> None:
        self._reader = LineReader()
        self._names = Names()
        self._lang = lang

    def line(self, action: Action, cited: bool = False) -> str:
        first = ""
        for head, body in self._ways(action, cited):
            line = f"{head} {body}".strip()
            if action.unknown or self._leads_back(line, action, cited):
                return line
            first = first or line
        return first

    def parts(self, action: Action) -> tuple[str, str]:
        """(the actor, or "" where there is none; the line without its actor), for tiers of actors."""
        first: tuple[str, str] | None = None
        for written, body in self._ways(action, True):
            head = written.removesuffix(":")
            if action.unknown:
                return head, body
            acts, _ = self._reader.read_acts(head, body) if head else self._reader.read(body)
            if len(acts) == 1 and _same(acts[0][0], action, True):
                return head, body
            first = first or (head, body)
        assert first is not None
        return first

    def _ways(self, action: Action, cited: bool) -> Iterator[tuple[str, str]]:
        comment = " ".join(each for each in action.clauses if clauses(each) == (each,)) if cited else ""
        for lang, keyed in ((self._lang, False), (self._lang, True), ("id", True)):
            head, body = self._written(action, lang, keyed)
            yield head, f"{body} # {comment}".strip() if comment else body

    def _leads_back(self, line: str, action: Action, cited: bool) -> bool:
        acts, _ = self._reader.read(line)
        return len(acts) == 1 and _same(acts[0][0], action, cited)

    def _written(self, action: Action, lang: str, keyed: bool) -> tuple[str, str]:
        namer = _Namer(lang, self._names)
        texts: dict[str, list[str]] = {}
        for unknown in action.unknown:
            texts.setdefault(unknown.field, []).append(unknown.text)
        colon = lang == "en" or (lang == "id" and keyed)
        parts = [*texts.get("actor", ())]
        if action.actors:
            parts.append(namer.people(action.actors, joined=not colon))
        head = ("、" if lang.startswith("zh") else ", ").join(parts)
        out: list[str] = []
        out += texts.get("act", ())
        if action.passage is not None:
            out.append(_bracketed(action.passage))
        elif action.act:
            out.append(self.act(action, namer, keyed))
        if action.object is not None:
            thing = namer.detail("object", action.object, joined=lang != "en" or keyed)
            out.append(f"{namer.key('object')}={thing}" if keyed else thing)
        out += texts.get("object", ())
        if action.place is not None:
            out.append("@" + namer.detail("place", action.place, True))
        out += ("@" + text for text in texts.get("place", ()))
        if action.facing is not None:
            out.append("^" + namer.detail("facing", action.facing, True))
        out += ("^" + text for text in texts.get("facing", ()))
        if action.addressee:
            out.append(">" + namer.people(action.addressee, True))
        out += (">" + text for text in texts.get("addressee", ()))
        if action.words is not None:
            out.append(quoted(action.words))
        if action.manner is not None:
            manner = namer.manner(action.manner, True)
            out.append(f"{namer.key('manner')}={manner if _WORD.fullmatch(manner) else quoted(manner)}")
        out += (f"{namer.key(key)}={namer.value(key, value, True)}" for key, value in action.data)
        return head + ":" if head and colon else head, " ".join(filter(None, out))

    def act(self, action: Action, namer: _Namer, keyed: bool) -> str:
        """The name of the verb; where it could be another's too, another name of it."""
        if keyed and namer.lang == "id":
            return action.act
        actor = "".join(f"{each}," for each in action.actors).strip(",") or "guest"

        def leads_back(text: str) -> bool:
            if namer.lang == "en" and ("," in text or ";" in text):
                return False
            acts, _ = self._reader.read(f"{actor}: {text}" + (f" @{action.place}" if action.place else ""))
            return len(acts) == 1 and acts[0][0].act == action.act and not acts[0][0].data

        return namer.best(action.act, "verb", leads_back, joined=False)


def _same(one: Action, other: Action, cited: bool) -> bool:
    """Whether two actions state the same; 1 is not True."""
    first, second = one.to_json(), other.to_json()
    if not cited:
        first.pop("clauses", None)
        second.pop("clauses", None)
    else:
        second["clauses"] = [each for each in other.clauses if clauses(each) == (each,)]
        first.setdefault("clauses", [])
    return repr(sorted(first.items())) == repr(sorted(second.items())) and not one.unknown


def _bracketed(passage: str) -> str:
    """The passage in the first brackets it has none of."""
    text = " ".join(passage.split("\n"))
    for opening, closing in _BRACKETS:
        if opening not in text and closing not in text:
            return f"{opening}{text}{closing}"
    return f"[{re.sub(r'[][]', '', text)}]"


def _text(actions: Timed, lang: str) -> str:
    lines = Lines(lang)
    return "".join(f"{time + ' ' if time else ''}{lines.line(action, True)}\n" for action, time, _ in actions)


# --- JSON and CSV ------------------------------------------------------------------------------------------------


def as_objects(actions: Timed) -> list[dict[str, Any]]:
    """The actions as plain values, ids throughout, with their times; unknown words as they were."""
    listed = []
    for action, time, _ in actions:
        out = ({"time": time} if time else {}) | action.to_json()
        for unknown in action.unknown:
            _put_unknown(out, unknown.field, unknown.text)
        listed.append(out)
    return listed


def _json(actions: Timed, lang: str) -> str:
    text = json.dumps({"actions": as_objects(actions)}, ensure_ascii=False, indent=1) + "\n"
    for pattern in (INVISIBLE, BROKEN):
        text = pattern.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return text


def _put_unknown(out: dict[str, Any], field: str, text: str) -> None:
    if field in ("actor", "addressee") and field in out:
        known = out[field] if isinstance(out[field], list) else [out[field]]
        out[field] = [*known, text]
    else:
        out.setdefault(field, text)


def table(actions: Timed, lang: str) -> list[list[str]]:
    """The actions as the rows of a table, the first of them its header."""
    names, lines = Names(), Lines(lang)
    namer = _Namer(lang, names)
    rows = [_cells(action, time, namer, lines) for action, time, _ in actions]
    used = {field for row in rows for field in row}
    order = ["time", "actor", "act", "passage", *DETAIL_FIELDS]
    fields = [field for field in order if field in used or field in ("actor", "act")]
    keys = sorted(field for field in used if field not in order and field != "note")
    notes = ["note"] if "note" in used else []
    header = [*(title(field, lang) for field in fields), *(_header(key, namer) for key in keys)]
    header += [title(field, lang) for field in notes]
    return [header, *([row.get(field, "") for field in (*fields, *keys, *notes)] for row in rows)]


def csv_text(rows: list[list[str]], delimiter: str = ",") -> str:
    """Rows as CSV."""
    out = io.StringIO(newline="")
    # A carriage return within a cell is not quoted by itself.
    returns = any("\r" in cell for row in rows for cell in row)
    writer = csv.writer(
        out, lineterminator="\n", quoting=csv.QUOTE_ALL if returns else csv.QUOTE_MINIMAL, delimiter=delimiter
    )
    writer.writerows(rows)
    return out.getvalue().replace("\0", "\ufffd")


def _csv(actions: Timed, lang: str) -> str:
    return csv_text(table(actions, lang))


def _header(key: str, namer: _Namer) -> str:
    """The name of a key that is no field's as well."""
    data = key.removeprefix("data:")
    return namer.best(
        data, "key", lambda text: recognise(text) == (data, True) and namer.names.key(text) == (data,), False
    )


def _cells(action: Action, time: str | None, namer: _Namer, lines: Lines) -> dict[str, str]:
    out: dict[str, str] = {}
    if time:
        out["time"] = time
    if action.actors:
        out["actor"] = namer.people(action.actors, False)
    if action.act:
        out["act"] = lines.act(action, namer, False)
    if action.passage is not None:
        out["passage"] = action.passage
    for field in ("object", "place", "facing"):
        value = getattr(action, field)
        if value is not None:
            out[field] = namer.detail(field, value, False)
    if action.addressee:
        out["addressee"] = namer.people(action.addressee, False)
    if action.words is not None:
        out["words"] = action.words
    if action.manner is not None:
        out["manner"] = namer.manner(action.manner, False)
    for key, value in action.data:
        out[f"data:{key}"] = namer.value(key, value, False)
    if cited := [each for each in action.clauses if clauses(each) == (each,)]:
        out["note"] = " ".join(cited)
    for unknown in action.unknown:
        out.setdefault(unknown.field, unknown.text)
    return out
