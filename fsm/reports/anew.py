"""A script written anew in the format that its findings are wanted in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..actions import Place, Script
from ..scripts import ScriptError, write_bytes
from ..scripts.archives import kind_of
from ..scripts.decoding import decode
from ..scripts.sheets import clock
from ..scripts.timing import spans
from .marks import Mark


def is_of(content: bytes, format: str) -> bool:
    """Whether the bytes of a script are of a format."""
    if format == "xlsx" or kind_of(content):
        return kind_of(content) == format
    try:
        text = decode(content)
    except ScriptError:
        return False
    if format == "eaf":
        return "<ANNOTATION_DOCUMENT" in text
    from ..scripts.tables import looks_like_csv

    return looks_like_csv(text) or _has_rows(text)


def _has_rows(text: str) -> bool:
    """Whether a table has its header further down."""
    from ..scripts.tables import csv_rows, delimiter_of, has_header

    delimiter, found = delimiter_of(text)
    try:
        return found and has_header(csv_rows(text, delimiter))
    except ScriptError:
        return False


def written(script: Script, format: str, lang: str, found: Sequence[Mark]) -> tuple[bytes, list[Mark]]:
    """(the script in the format, the marks with their places in it)."""
    items = script.items
    content = write_bytes(script, format, "zh-Hant" if lang == "both" else lang)
    if format == "eaf":
        times = spans([item.at.time for item in items], [item.group for item in items])
        places = [Place(time=f"{clock(span.start, True)}-{clock(span.end, True)}") for span in times]
    else:
        places = [Place(line=row) for row in range(2, len(items) + 2)]
    moved: dict[Place, Place] = {}
    for item, place in zip(items, places, strict=True):
        moved.setdefault(replace(item.at, cell=None), place)

    def place_of(mark: Mark) -> Place | None:
        if mark.index is not None:
            return places[mark.index] if mark.index < len(places) else None
        return moved.get(replace(mark.at, cell=None)) if mark.at else None

    return content, [replace(mark, at=place_of(mark)) for mark in found]
