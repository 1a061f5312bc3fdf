"""Bytes to text: UTF-8, UTF-16, and the encodings of older Chinese files."""

from __future__ import annotations

import codecs
import functools
import re

from ..vocabulary import KINDS, load
from .errors import ScriptError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks, the longer before those they begin with."""

_OLDER = ("gb18030", "big5", "cp950")
_SAMPLE = 100_000
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")


@functools.cache
def _known_characters() -> frozenset[str]:
    """The ideographs of all names of the vocabulary."""
    vocabulary = load()
    entries = (vocabulary.entry(kind, id) for kind in KINDS for id in vocabulary.ids(kind))
    return frozenset(
        char for entry in entries for name in (*entry.zh, *entry.simp) for char in name if not char.isascii()
    )


def decode(data: bytes, encoding: str | None = None) -> str:
    """The text of a file.

    A byte order mark decides; without one UTF-8 is tried strictly, then GB18030 and Big5, of which
    the one wins whose text has more ideographs of the vocabulary.  A named encoding is taken as told.
    Raises ScriptError: "binary" (offset), "bad-encoding" (tried), "unknown-encoding" (encoding).
    """
    if encoding is not None:
        return checked(_forced(data, encoding))
    for mark, name in _MARKS:
        if data.startswith(mark):
            try:
                return checked(data.decode(name))
            except UnicodeError:
                raise ScriptError("bad-encoding", tried=[name]) from None
    if (offset := data.find(0)) >= 0:
        raise ScriptError("binary", offset=offset)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _older(data)


def checked(text: str) -> str:
    """The text, without a leading byte order mark; ScriptError("binary") if it has a NUL."""
    if (offset := text.find("\0")) >= 0:
        raise ScriptError("binary", offset=offset)
    return text.removeprefix("\ufeff")


def _forced(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeError:
        raise ScriptError("bad-encoding", tried=[encoding]) from None
    except (LookupError, ValueError):
        raise ScriptError("unknown-encoding", encoding=encoding) from None


def _older(data: bytes) -> str:
    best, most = None, -1
    for name in _OLDER:
        try:
            text = data.decode(name)
        except UnicodeError:
            continue
        known = sum(map(_known_characters().__contains__, text[:_SAMPLE]))
        if known > most:
            best, most = text, known
    if best is None:
        raise ScriptError("bad-encoding", tried=["utf-8", *_OLDER])
    if found := _CONTROL.search(best):
        raise ScriptError("binary", offset=found.start())
    return best
