"""YAML, of the same shape as JSON: a list of actions, or an object with such a list under `actions`.

Values are those of JSON: texts, whole numbers, true and false, null; a time like 0:05 stays the text it
is, and so do yes, no, on and off.  Anchors, aliases and merge keys may be used; what they come to written
out is bounded.  Tags other than those of JSON's types are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..actions import Script
from .cleaning import BROKEN
from .columns import recognise
from .errors import ScriptError
from .limits import Limits
from .objects import Object, as_object, decimal, integer, read_value

_INTEGER = re.compile(r"[-+]?[0-9]+")
_DECIMAL = re.compile(r"[-+]?[0-9]+\.[0-9]*(?:[eE][-+][0-9]+)?")
_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_TAG = "tag:yaml.org,2002:"
_PLAIN_TAGS = frozenset({f"{_TAG}{name}" for name in ("str", "int", "float", "bool", "null", "map", "seq")} | {"!"})
_FIRST = re.compile(
    r"""\A(?:\s|\#[^\n]*\n|---(?=\s))*(?:-\s+)?["']?([^\s:"'{\[][^:"'\n]{0,40}?)["']?[ \t]*:(?:\s|\Z)"""
)


def looks_like_yaml(text: str) -> bool:
    """Whether a text of unknown format begins as such a document: a list of objects, or `actions:`."""
    begin = text[:2_000]
    found = _FIRST.match(begin)
    if not found:
        return False
    if found[1] == "actions":
        return True
    # A line of the text format has a person before its colon, never the name of a field.
    return re.match(r"(?:\s|#[^\n]*\n|---(?=\s))*-\s", begin) is not None and recognise(found[1]) is not None


@dataclass(slots=True)
class _Open:
    """A list or object not yet ended.  size: of all in it, aliases written out."""

    anchor: str | None
    line: int
    is_object: bool
    values: list[Any] = field(default_factory=list)
    size: int = 1


class _Composer:
    """Puts values together from the events of a document."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._stack: list[_Open] = []
        self._known: dict[str, tuple[Any, int]] = {}
        self._documents: list[Any] = []
        self._size = 0

    def compose(self, events: Iterator[Any]) -> Any:
        for event in events:
            kind = type(event).__name__
            line = event.start_mark.line + 1 if event.start_mark else 1
            if kind in ("SequenceStartEvent", "MappingStartEvent"):
                self._tag(event, line)
                self._stack.append(_Open(event.anchor, line, kind == "MappingStartEvent"))
                if len(self._stack) > self._limits.json_depth:
                    raise ScriptError("too-deep", limit=self._limits.json_depth)
            elif kind in ("SequenceEndEvent", "MappingEndEvent"):
                self._close()
            elif kind == "ScalarEvent":
                self._tag(event, line)
                self._add(_scalar(event), 1, event.anchor)
            elif kind == "AliasEvent":
                if event.anchor not in self._known:
                    raise ScriptError("bad-yaml", line=line, column=1, reason=f"no anchor &{event.anchor[:40]}")
                self._add(*self._known[event.anchor], None)
            elif kind == "DocumentEndEvent" and len(self._documents) > 1:
                raise ScriptError("bad-yaml", line=line, column=1, reason="several documents")
        return self._documents[0] if self._documents else None

    @staticmethod
    def _tag(event: Any, line: int) -> None:
        if event.tag is not None and event.tag not in _PLAIN_TAGS:
            raise ScriptError("bad-yaml", line=line, column=1, reason=f"tag {event.tag[:60]}")

    def _add(self, value: Any, size: int, anchor: str | None) -> None:
        if anchor is not None:
            self._known[anchor] = (value, size)
        if self._stack:
            self._stack[-1].values.append(value)
            self._stack[-1].size += size
            size = self._stack[-1].size
        else:
            self._documents.append(value)
        self._size += 1
        if max(size, self._size) > self._limits.nodes:
            raise ScriptError("too-large", what="values", limit=self._limits.nodes)

    def _close(self) -> None:
        ended = self._stack.pop()
        value: Any = ended.values
        if ended.is_object:
            value = _object(ended.values, ended.line)
        self._add(value, ended.size, ended.anchor)


def _object(values: list[Any], line: int) -> Object:
    pairs: list[tuple[str, Any]] = []
    merged: dict[str, Any] = {}
    for key, value in zip(values[::2], values[1::2], strict=False):
        if isinstance(key, _Merge) and isinstance(value, (Object, list)):
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, Object):
                    merged = {**each, **merged}
        else:
            pairs.append((_key(key), value))
    out = as_object(pairs)
    whole = Object({**merged, **out})
    whole.twice, whole.line = out.twice, line
    return whole


class _Merge(str):
    """The key << where it is not in quotation marks."""

    __slots__ = ()


def _key(key: Any) -> str:
    if isinstance(key, bool):
        return "true" if key else "false"
    if isinstance(key, (Object, list)):
        return "?"
    return "null" if key is None else str(key)


def _scalar(event: Any) -> Any:
    text: str = BROKEN.sub("\ufffd", event.value)
    if not event.implicit[0] and event.tag in (None, "!", f"{_TAG}str"):
        return text
    if text == "<<":
        return _Merge(text)
    if text in _NULL:
        return None
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    if len(text) <= 400:
        if _INTEGER.fullmatch(text):
            return integer(text)
        if _DECIMAL.fullmatch(text):
            return decimal(text)
    return text


def read_yaml(text: str, source: str, limits: Limits) -> Script:
    """Reads a script in YAML.

    ScriptError "bad-yaml" (line, column, reason), "too-deep", "no-actions", "too-large", "missing-library".
    """
    try:
        import yaml
    except ImportError:
        raise ScriptError("missing-library", library="PyYAML") from None
    if text.count("\n") > limits.lines:
        raise ScriptError("too-large", what="lines", limit=limits.lines)
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        value = _Composer(limits).compose(yaml.parse(text, Loader=loader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise ScriptError("bad-yaml", line=line, column=column, reason=error.problem or str(error)) from None
    except (yaml.YAMLError, UnicodeError) as error:
        line = 1 + text.count("\n", 0, getattr(error, "position", 0) or 0)
        reason = str(error).strip().partition("\n")[0]
        raise ScriptError("bad-yaml", line=line, column=1, reason=reason) from None
    return read_value(value, source, limits)
