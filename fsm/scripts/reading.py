"""Reading scripts of every format.

A further format is one more entry of `FORMATS`: a name, the endings of its files, a test for content
without such an ending, and a function from `Source` and `Limits` to a `Script`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ..actions import Script
from .errors import ScriptError
from .limits import DEFAULT, Limits
from .objects import looks_like_json, read_json
from .source import Source, open_source
from .tables import looks_like_csv, read_csv
from .text import read_text


@dataclass(frozen=True, slots=True)
class Format:
    """A format of scripts.

    name: what it is asked for by; extensions: endings of files, with their dot.
    read: the reader; it raises ScriptError for what cannot be read at all.
    recognises: whether content of unknown ending is of this format.
    """

    name: str
    extensions: tuple[str, ...]
    read: Callable[[Source, Limits], Script]
    recognises: Callable[[Source], bool]


def _of_text(reader: Callable[[str, str, Limits], Script]) -> Callable[[Source, Limits], Script]:
    return lambda source, limits: reader(source.text(), source.name, limits)


FORMATS: tuple[Format, ...] = (
    Format("json", (".json",), _of_text(read_json), lambda source: looks_like_json(source.text())),
    Format("csv", (".csv", ".tsv"), _of_text(read_csv), lambda source: looks_like_csv(source.text())),
    Format("text", (".txt",), _of_text(read_text), lambda source: True),
)
"""All formats; content of unknown ending is of the first that recognises it, and text recognises everything."""


def formats() -> tuple[str, ...]:
    """The names of the formats that can be read."""
    return tuple(each.name for each in FORMATS)


def _format(source: Source, name: str | None) -> Format:
    if name is not None:
        for each in FORMATS:
            if each.name == name:
                return each
        raise ScriptError("unknown-format", format=name, known=list(formats()))
    for each in FORMATS:
        if source.extension in each.extensions:
            return each
    return next(each for each in FORMATS if each.recognises(source))


def read(
    source: str | Path | bytes | IO[str] | IO[bytes],
    *,
    name: str | None = None,
    input_format: str | None = None,
    encoding: str | None = None,
    limits: Limits = DEFAULT,
) -> Script:
    """Reads a script.

    source: a `Path` to a file; a text or bytes that are the script itself; or an open file.
    name: what messages call it, and where its ending is looked for (default: the path).
    input_format: one of `formats()`; otherwise by the ending, otherwise by the content.
    encoding: of bytes and files, where it is known; otherwise see `decoding.decode`.

    Raises ScriptError for a script that cannot be read at all.  Single lines that cannot be read are
    `problems` of the script; words nobody knows are `unknown` of the actions they stand in.
    """
    opened = open_source(source, name, encoding, limits)
    return _format(opened, input_format).read(opened, limits)
