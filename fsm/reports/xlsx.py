"""A copy of a workbook with a column of findings; everything else in it stays."""

from __future__ import annotations

import copy
import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

from ..scripts import Limits, ScriptError
from ..scripts.archives import Archive
from ..scripts.sheets import reference
from ..scripts.sheets_writing import packed, width
from ..scripts.tables import columns_of
from .grouping import by_row, heading, is_heading, said
from .marks import Mark

_MERGED = re.compile(rb"""<(?:\w+:)?mergeCell\b[^>]*?\bref\s*=\s*["']([A-Za-z0-9$]{1,12}):([A-Za-z0-9$]{1,12})["']""")
_MOST_MERGED = 500_000
_CORE = "docProps/core.xml"
_DATE = re.compile(rb"(<dcterms:(created|modified)\b[^>]*>)([^<]*)(</dcterms:)")
_EPOCH = b"1980-01-01T00:00:00Z"
_SEARCHED = 50
_COLOURS = {"error": "FFFFC7CE", "warning": "FFFFEB9C", "note": "FFDDEBF7"}
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LONGEST = 32_000
_WIDE = 60
_LINE = 15
"""Height of a line in points: not all programs fit a row to what is wrapped in it."""


def annotated(original: bytes, found: Sequence[Mark], lang: str) -> bytes:
    """The workbook with the findings at the right of the rows they concern.

    ScriptError "bad-workbook", "too-large", "missing-library".
    """
    try:
        import openpyxl
    except ImportError:
        raise ScriptError("missing-library", library="openpyxl") from None
    dates = _check(original, Limits())
    macros = b"vbaProject.bin" in original
    try:
        book = openpyxl.load_workbook(io.BytesIO(original), keep_vba=macros)
    except Exception as error:  # whatever a library that trusts its files may raise
        raise ScriptError("bad-workbook", reason=str(error)[:200]) from None
    out = io.BytesIO()
    try:
        _fill(*_sheet(book, found), found, lang)
        book.save(out)
    except ScriptError:
        raise
    except Exception as error:
        raise ScriptError("bad-workbook", reason=str(error)[:200]) from None
    return _settled(out.getvalue(), dates)


def _check(original: bytes, limits: Limits) -> dict[bytes, bytes]:
    """Bounds what the library would unpack and spread out; the dates that the workbook has."""
    archive = Archive(original, limits)
    area = 0
    for name in archive.names:
        content = archive.read(name)
        if name.endswith((".xml", ".rels")) and b"<!DOCTYPE" in content:
            raise ScriptError("xml-forbidden", what="DTD")
        for first, last in _MERGED.findall(content):
            begin, end = reference(first.decode()), reference(last.decode())
            if begin and end:
                area += (abs(end[0] - begin[0]) + 1) * (abs(end[1] - begin[1]) + 1)
        if area > _MOST_MERGED:
            raise ScriptError("too-large", what="merged cells", limit=_MOST_MERGED)
    core = archive.read(_CORE) if _CORE in archive else b""
    return {which: date for _, which, date, _ in _DATE.findall(core)}


def _sheet(book: Any, found: Sequence[Mark]) -> tuple[Any, int]:
    """The sheet that was read, and the row of its header."""
    names = [mark.at.sheet for mark in found if mark.at and mark.at.sheet]
    sheets = [book[name] for name in names[:1] if name in book.sheetnames] or list(book.worksheets)
    for sheet in sheets:
        rows, columns = min(sheet.max_row, _SEARCHED), min(sheet.max_column, 256)
        for row in sheet.iter_rows(min_row=1, max_row=rows, max_col=columns):
            if columns_of([str(cell.value) if cell.value is not None else "" for cell in row]):
                return sheet, row[0].row
    if not sheets:
        raise ScriptError("bad-workbook", reason="it has no sheets")
    return sheets[0], 1


def _fill(sheet: Any, head: int, found: Sequence[Mark], lang: str) -> None:
    from openpyxl.cell.cell import MergedCell
    from openpyxl.styles import Alignment, PatternFill

    # Only cells that there are: a format of whole columns makes a sheet a million rows high.
    filled = {at: cell for at, cell in sheet._cells.items() if cell.value not in (None, "")}
    used = [column for row, column in sorted(filled) if row == head]
    column = next((n for n in used if is_heading(str(filled[head, n].value))), None)
    if column is None:
        column = max((n for _, n in filled), default=0) + 1
    beside = sheet.cell(head, max(used, default=1))
    title = sheet.cell(head, column)
    if not isinstance(title, MergedCell):
        title.value = heading(lang)
        for style in ("font", "fill", "border", "alignment"):
            setattr(title, style, copy.copy(getattr(beside, style)))
    for (row, n), cell in filled.items():
        if n == column and row > head and not isinstance(cell, MergedCell):
            cell.value = None
            cell.fill = PatternFill()
    rows = by_row(found)
    last = max((row for row in (*(row for row, n in filled if n != column), *rows) if row is not None), default=head)
    loose = rows.pop(None, [])
    for row in [row for row in rows if row is not None and row <= head]:
        loose += rows.pop(row)
    for row, marks in [*sorted(rows.items(), key=lambda each: each[0] or 0), *([(last + 1, loose)] if loose else [])]:
        cell = sheet.cell(row, column)
        if isinstance(cell, MergedCell):
            continue
        cell.value = _ILLEGAL.sub("\ufffd", said(marks, with_place=marks is loose))[:_LONGEST]
        cell.data_type = "s"
        cell.alignment = Alignment(wrap_text=True, vertical="top")
        tall = sheet.row_dimensions[row]
        tall.height = max(tall.height or 0, _LINE * sum(1 + width(line) // _WIDE for line in cell.value.split("\n")))
        worst = min((mark.severity for mark in marks), key=list(_COLOURS).index)
        cell.fill = PatternFill("solid", start_color=_COLOURS[worst])
    sheet.column_dimensions[title.column_letter if not isinstance(title, MergedCell) else "A"].width = _WIDE


def _settled(content: bytes, dates: Mapping[bytes, bytes]) -> bytes:
    """The file with its old dates, or a fixed one, instead of now."""
    members: dict[str, bytes] = {}
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        for name in file.namelist():
            data = file.read(name)
            if name == _CORE:
                data = _DATE.sub(lambda found: found[1] + dates.get(found[2], _EPOCH) + found[4], data)
            members[name] = data
    return packed(members)
