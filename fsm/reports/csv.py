"""A copy of a table of text with a column of findings."""

from __future__ import annotations

import codecs
from collections.abc import Sequence

from ..scripts.decoding import decode
from ..scripts.tables import columns_of, csv_rows, delimiter_of
from ..scripts.writing import csv_text
from .grouping import by_row, heading, is_heading, said
from .marks import Mark


def annotated(original: bytes, found: Sequence[Mark], lang: str) -> bytes:
    """The table with its findings in a column at the right, or in the one that has that name.

    All other cells stay as they are; the copy is UTF-8, with a byte order mark as spreadsheets want.
    """
    text = decode(original)
    delimiter, _ = delimiter_of(text)
    rows = list(csv_rows(text, delimiter))
    head = next((n for n, (_, _, cells) in enumerate(rows) if columns_of(cells)), 0)
    header = rows[head][2] if rows else []
    width = max((len(cells) for _, _, cells in rows), default=0)
    column = next((n for n, cell in enumerate(header) if is_heading(cell)), width)
    marked = by_row(found)
    out: list[list[str]] = []
    for n, (_, line, cells) in enumerate(rows):
        row = [*cells, *[""] * (max(width, column + 1) - len(cells))] if any(cells) or line in marked else cells
        if n == head:
            row[column] = heading(lang)
        elif len(row) > column:
            row[column] = said(marked.pop(line, []))
        out.append(row)
    if rest := [mark for marks in marked.values() for mark in marks]:
        out.append([*[""] * column, said(rest, with_place=True)])
    return codecs.BOM_UTF8 + csv_text(out, delimiter).encode("utf-8", "replace")
