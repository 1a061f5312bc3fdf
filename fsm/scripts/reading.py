"""Reading scripts of every format.

A further format is one more entry of `FORMATS`: a name, the endings of its files, a test for content
without such an ending, and a function from `Source` and `Limits` to a `Script`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import IO

from ..actions import Script
from .cleaning import Cleaner
from .errors import ScriptError
from .limits import DEFAULT, Limits
from .source import Source, open_source


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


TextReader = Callable[[str, str, Limits], Script]


def _of_text(module: str, reader: str) -> Callable[[Source, Limits], Script]:
    """A reader of text, imported when it is first used; invisible and broken characters are taken out before."""

    def read_source(source: Source, limits: Limits) -> Script:
        cleaner = Cleaner()
        text = cleaner.clean(source.text())
        function: TextReader = getattr(import_module(f".{module}", __package__), reader)
        script = function(text, source.name, limits)
        problems = cleaner.problems(source.name)
        return replace(script, problems=(*problems, *script.problems)) if problems else script

    return read_source


def _of_source(module: str, reader: str) -> Callable[[Source, Limits], Script]:
    """A reader of whatever a file holds, imported when it is first used."""

    def read_source(source: Source, limits: Limits) -> Script:
        function: Callable[[Source, Limits], Script] = getattr(import_module(f".{module}", __package__), reader)
        return function(source, limits)

    return read_source


def _looks_like(module: str, test: str) -> Callable[[Source], bool]:
    def recognises(source: Source) -> bool:
        function: Callable[[str], bool] = getattr(import_module(f".{module}", __package__), test)
        return function(source.text().removeprefix("\ufeff"))

    return recognises


def _packed_kind(source: Source) -> str | None:
    """The format of a packed file; None for anything else."""
    if not isinstance(source.content, bytes) or not source.content.startswith(b"PK\x03\x04"):
        return None
    from .archives import kind_of

    return kind_of(source.content)


def _is_packed(kind: str) -> Callable[[Source], bool]:
    return lambda source: _packed_kind(source) == kind


FORMATS: tuple[Format, ...] = (
    Format("xlsx", (".xlsx", ".xlsm"), _of_source("xlsx", "read_xlsx"), _is_packed("xlsx")),
    Format("ods", (".ods",), _of_source("ods", "read_ods"), _is_packed("ods")),
    Format("eaf", (".eaf",), _of_source("eaf", "read_eaf"), lambda source: "<ANNOTATION_DOCUMENT" in source.text()),
    Format("vtt", (".vtt",), _of_text("cues", "read_vtt"), _looks_like("cues", "looks_like_vtt")),
    Format("srt", (".srt",), _of_text("cues", "read_srt"), _looks_like("cues", "looks_like_srt")),
    Format("json", (".json",), _of_text("objects", "read_json"), _looks_like("objects", "looks_like_json")),
    Format("yaml", (".yaml", ".yml"), _of_text("documents", "read_yaml"), _looks_like("documents", "looks_like_yaml")),
    Format("csv", (".csv", ".tsv"), _of_text("tables", "read_csv"), _looks_like("tables", "looks_like_csv")),
    Format("text", (".txt",), _of_text("text", "read_text"), lambda source: True),
)
"""All formats; content of unknown ending is of the first that recognises it, and text recognises everything."""

PACKED = frozenset({"xlsx", "ods"})
"""Formats that are bytes and never text."""


def formats() -> tuple[str, ...]:
    """The names of the formats that can be read."""
    return tuple(each.name for each in FORMATS)


def _format(source: Source, name: str | None) -> Format:
    if name is not None:
        for each in FORMATS:
            if each.name == name:
                return each
        raise ScriptError("unknown-format", format=name, known=list(formats()))
    if kind := _packed_kind(source):
        # Whatever its name: a packed file is never anything else.
        return next(each for each in FORMATS if each.name == kind)
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
    sheet: str | None = None,
) -> Script:
    """Reads a script.

    source: a `Path` to a file; a text or bytes that are the script itself; or an open file.
    name: what messages call it, and where its ending is looked for (default: the path).
    input_format: one of `formats()`; otherwise by the ending, otherwise by the content.
    encoding: of bytes and files, where it is known; otherwise see `decoding.decode`.
    sheet: the sheet of a workbook to read; otherwise the first with a header.

    Raises ScriptError for a script that cannot be read at all.  Single lines that cannot be read are
    `problems` of the script; words nobody knows are `unknown` of the actions they stand in.
    """
    opened: Source | None = None
    try:
        opened = open_source(source, name, encoding, limits, sheet)
        return _format(opened, input_format).read(opened, limits)
    except ScriptError as error:
        error.source = opened.name if opened else str(name or (source if isinstance(source, Path) else ""))
        raise
