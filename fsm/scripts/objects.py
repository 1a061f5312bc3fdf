"""JSON: a list of actions, or an object with such a list under "actions" (as `sheli perform` writes).

    {"actor": "guest" or ["guest", "host"], "act": "salute", "object", "place", "facing",
     "addressee": as actor, "words", "manner", "passage", "time", "data": {…}, "clauses": […]}

Names in any script or language do as well as ids.  What `perform` adds ("optional", "outcomes",
"members") is passed over.  A field of the wrong type is a problem of that action only.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from typing import Any

from ..actions import DETAIL_FIELDS, Action, Place, Script, Unknown, Value
from .building import Builder, Chunk, Note
from .cleaning import BROKEN, Cleaner
from .columns import IGNORED, recognise
from .errors import ScriptError
from .gathering import Gathering
from .limits import Limits
from .times import Span, read_time

_STRING = re.compile(r'"(?:\\.|[^"\\])*"', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")
_HALF = re.compile(r"\\u(?:[dD][89a-fA-F]|0000)")
_PASSED_OVER = frozenset({"optional", "outcomes", "members", "unknown", "text", "line", "group", "index"})
_SHOWN = 200
_PEOPLE = "text or list of texts"


class Bad(str):
    """A number that is none (NaN, Infinity) or too long to be meant."""

    __slots__ = ()


class Object(dict[str, Any]):
    """An object that remembers which keys it was given twice, and where it begins, where that is known."""

    twice: tuple[str, ...] = ()
    line: int | None = None


def looks_like_json(text: str) -> bool:
    """Whether a text of unknown format begins as a list or object of JSON (and not as a [passage])."""
    return re.match(r'\s*(?:\{\s*["}]|\[\s*(?:[\]{]|$))', text) is not None


def read_json(text: str, source: str, limits: Limits) -> Script:
    """Reads a script in JSON.  ScriptError "bad-json", "json-depth", "no-actions", "too-large"."""
    _check_depth(text, limits.json_depth)
    try:
        value = json.loads(
            text, object_pairs_hook=as_object, parse_constant=Bad, parse_int=integer, parse_float=decimal
        )
    except json.JSONDecodeError as error:
        raise ScriptError("bad-json", line=error.lineno, column=error.colno, reason=error.msg) from None
    except RecursionError:
        raise ScriptError("json-depth", limit=limits.json_depth) from None
    if not _HALF.search(text):
        return read_value(value, source, limits)
    cleaner = Cleaner()
    script = read_value(_mended(value, cleaner, Place(source)), source, limits)
    return replace(script, problems=(*cleaner.problems(source), *script.problems))


def _mended(value: Any, cleaner: Cleaner, at: Place) -> Any:
    """The value without NUL and halves of surrogate pairs that were written as escapes."""
    if isinstance(value, list):
        return [_mended(each, cleaner, at) for each in value]
    if isinstance(value, Object):
        mended = Object({BROKEN.sub("\ufffd", key): _mended(each, cleaner, at) for key, each in value.items()})
        mended.twice = value.twice
        return mended
    return cleaner.clean(value, at) if isinstance(value, str) and BROKEN.search(value) else value


def read_value(value: Any, source: str, limits: Limits) -> Script:
    """Reads a script from plain values, whose objects are `Object`s.  ScriptError "no-actions", "too-large"."""
    actions = value.get("actions") if isinstance(value, dict) else value
    if not isinstance(actions, list):
        raise ScriptError("no-actions", found=_kind(value))
    if len(actions) > limits.actions:
        raise ScriptError("too-large", what="actions", limit=limits.actions)
    gathering, builder = Gathering(source, limits), Builder()
    if isinstance(value, Object):
        for key in value.twice:
            gathering.problem(Note("duplicate-key", key), Place(source, value.line))
    for index, each in enumerate(actions):
        line = each.line if isinstance(each, Object) else None
        at, span, acts, notes = _Reading(builder, Place(source, line, f"[{index}]"), limits).read(each)
        gathering.line(at, span, acts, notes)
    return gathering.script()


def _check_depth(text: str, limit: int) -> None:
    depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub("", text)):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > limit:
            raise ScriptError("json-depth", limit=limit)


def as_object(pairs: list[tuple[str, Any]]) -> Object:
    """An object of keys and values; of a key given twice the last value counts."""
    out = Object(pairs)
    if len(out) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        out.twice = tuple(key for key, count in counts.items() if count > 1)
    return out


def integer(text: str) -> int | Bad:
    """A whole number, unless it is too long to be meant."""
    return int(text) if len(text) <= 16 else Bad(text)


def decimal(text: str) -> int | Bad:
    """Only whole numbers are meant: 2.0 is 2."""
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 1e15 else Bad(text)


def _kind(value: Any) -> str:
    return {Bad: "number", str: "text", bool: "true or false", int: "number", list: "list"}.get(
        type(value), "nothing" if value is None else "object"
    )


def _shown(value: Any) -> str:
    if isinstance(value, Bad):
        return str(value)[:_SHOWN]
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


class _Reading:
    """The reading of one action."""

    def __init__(self, builder: Builder, at: Place, limits: Limits) -> None:
        self._builder = builder
        self._at = at
        self._limits = limits
        self._notes: list[Note] = []
        self._details: list[tuple[str, Value]] = []
        self._actors: tuple[str, ...] = ()
        self._unknown: tuple[Unknown, ...] = ()
        self._act: str | None = None
        self._passage: str | None = None
        self._clauses: tuple[str, ...] = ()
        self._span: Span | None = None

    def read(self, value: Any) -> tuple[Place, Span | None, list[tuple[Action, str]], list[Note]]:
        text = _shown(value)
        if not isinstance(value, Object):
            self._wrong("action", value, "object")
            return self._at, None, self._unread(text), self._notes
        self._notes += (Note("duplicate-key", key) for key in value.twice)
        for key, each in value.items():
            if each is not None and key not in _PASSED_OVER:
                self._field(key, each)
        if not self._actors and not self._unknown and self._passage is None:
            self._notes.append(Note("no-actor", text))
        if self._act is None and self._passage is None:
            self._notes.append(Note("no-act", text))
            acts = self._unread(text)
        else:
            acts = self._builder.actions(self._actors, self._unknown, self._chunks(text), self._notes)
        if self._clauses:
            acts = [(replace(action, clauses=self._clauses), share) for action, share in acts]
        return self._at, self._span, acts, self._notes

    def _unread(self, text: str) -> list[tuple[Action, str]]:
        unknown = (*self._unknown, self._builder.names.unknown("act", text))
        return [(Action(actors=self._actors, unknown=unknown), text)]

    def _chunks(self, text: str) -> list[Chunk]:
        words = frozenset(n for n, (key, _) in enumerate(self._details) if key == "words")
        details = tuple(self._details)
        if self._act is None:
            return [Chunk("", self._passage, details, words, text)]
        chunks = [Chunk(self._act, None, details, words, text)]
        return chunks if self._passage is None else [*chunks, Chunk(passage=self._passage, share=text)]

    # --- fields ----------------------------------------------------------------------------------------------

    def _field(self, key: str, value: Any) -> None:
        known = (key, False) if key == "data" else recognise(key)
        if known is None:
            self._notes.append(Note("unknown-key", key[:_SHOWN]))
            return
        name, is_data = known
        if name in IGNORED:
            return
        if name == "data":
            self._data(key, value)
        elif is_data:
            self._detail(name, value, key)
        elif name == "clauses":
            self._clauses = tuple(self._texts(key, value) or ())
        elif name in ("actor", "addressee"):
            self._people(name, key, value)
        elif not isinstance(value, str) or isinstance(value, Bad):
            self._wrong(key, value, "text")
        elif len(value) > self._limits.line_length:
            self._notes.append(Note("line-too-long", key, str(self._limits.line_length)))
        elif name == "words":
            self._details.append(("words", value))
        elif value.strip():
            self._plain(name, key, value.strip())

    def _plain(self, name: str, key: str, text: str) -> None:
        if name == "act":
            self._act = text
        elif name == "passage":
            self._passage = text
        elif name == "time":
            self._at = replace(self._at, time=text[:_SHOWN])
            self._span = read_time(text)
            if self._span is None:
                self._notes.append(Note("bad-time", text))
        else:
            self._details.append((name, text))

    def _people(self, name: str, key: str, value: Any) -> None:
        texts = self._texts(key, value)
        if texts is None:
            return
        if name == "addressee":
            if joined := "、".join(text for text in texts if text.strip()):
                self._details.append((name, joined))
            return
        for text in texts:
            if text.strip():
                known, unknown = self._builder.actors(text.strip())
                self._actors += known
                self._unknown += unknown

    def _data(self, key: str, value: Any) -> None:
        if not isinstance(value, Object):
            self._wrong(key, value, "object")
            return
        self._notes += (Note("duplicate-key", each) for each in value.twice)
        for name, each in value.items():
            if each is not None:
                self._detail(name, each, f"data.{name}")

    def _detail(self, name: str, value: Any, key: str) -> None:
        if name in ("addressee", "to") and isinstance(value, list):
            self._people("addressee", key, value)
        elif isinstance(value, Bad) or not isinstance(value, (str, int)):
            self._wrong(key, value, "text, whole number, true or false")
        elif isinstance(value, str) and name in DETAIL_FIELDS:
            self._field(name, value)
        else:
            self._details.append((name, value))

    def _texts(self, key: str, value: Any) -> list[str] | None:
        texts = value if isinstance(value, list) else [value]
        if all(isinstance(text, str) and not isinstance(text, Bad) for text in texts):
            return list(texts)
        self._wrong(key, value, _PEOPLE)
        return None

    def _wrong(self, key: str, value: Any, expected: str) -> None:
        self._notes.append(Note("wrong-type", f"{key}: {_shown(value)}", expected))
