"""Sheets of workbooks of any kind, as rows that tables are read from."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..actions import Place, Problem, Script
from ..vocabulary import fold
from .cleaning import Cleaner
from .errors import ScriptError
from .limits import Limits
from .tables import Row, column_letters, has_header, read_rows

_NUMBER = re.compile(r"[A-Z]+|\d+")
_DAY = 86_400_000


@dataclass(slots=True)
class Sheet:
    """What one sheet holds.

    rows: row from 1 -> column from 0 -> text; merged: (first row, last row, column) of cells that are one
    from top to bottom; wrong: (code, row, column) of cells whose value cannot be had.
    """

    name: str
    hidden: bool = False
    rows: dict[int, dict[int, str]] = field(default_factory=dict)
    merged: list[tuple[int, int, int]] = field(default_factory=list)
    wrong: list[tuple[str, int, int, str]] = field(default_factory=list)
    cut: bool = False


class Filling:
    """Puts cells into a sheet, within the limits of what a script may hold."""

    def __init__(self, sheet: Sheet, limits: Limits, cleaner: Cleaner, source: str) -> None:
        self.sheet = sheet
        self._limits = limits
        self._cleaner = cleaner
        self._source = source
        self._characters = 0

    def put(self, row: int, column: int, text: str) -> None:
        """One cell.  ScriptError "too-large" where rows or characters are too many."""
        if not text:
            return
        if row > self._limits.lines:
            raise ScriptError("too-large", what="lines", limit=self._limits.lines)
        if column >= self._limits.columns:
            self.sheet.cut = True
            return
        text = text[: self._limits.line_length + 1]
        self._characters += len(text) + 1
        if self._characters > self._limits.bytes:
            raise ScriptError("too-large", what="characters", limit=self._limits.bytes)
        if not text.isascii() or "\0" in text:
            at = Place(self._source, row, f"{column_letters(column)}{row}", None, self.sheet.name)
            text = self._cleaner.clean(text, at).replace("\0", "\ufffd")
        self.sheet.rows.setdefault(row, {})[column] = text

    def wrong(self, code: str, row: int, column: int, read: str = "") -> None:
        """A cell without a value."""
        if row <= self._limits.lines and column < self._limits.columns and len(self.sheet.wrong) < 1_000:
            self.sheet.wrong.append((code, row, column, read))

    def merge(self, first: int, last: int, column: int) -> None:
        """Cells that are one from top to bottom."""
        if first < last and column < self._limits.columns and len(self.sheet.merged) < 10_000:
            self.sheet.merged.append((first, min(last, self._limits.lines), column))


def _filled(sheet: Sheet) -> Iterator[Row]:
    """The rows; a cell merged downwards speaks for every row that has something of its own."""
    below: dict[int, dict[int, str]] = {}
    left = 1_000_000
    own = sorted(sheet.rows)
    for first, last, column in sheet.merged:
        text = sheet.rows.get(first, {}).get(column)
        if not text:
            continue
        for row in range(first + 1, last + 1) if last - first < len(own) else own:
            left -= 1
            if left < 0:
                break
            if first < row <= last and row in sheet.rows:
                below.setdefault(row, {})[column] = text
    for row in own:
        cells = below.get(row, {}) | sheet.rows[row]
        yield row, row, [cells.get(n, "") for n in range(max(cells) + 1)]


def read_sheets(sheets: Sequence[Sheet], source: str, limits: Limits, cleaner: Cleaner, asked: str | None) -> Script:
    """Reads the sheet asked for, otherwise the first with a header (those in sight before hidden ones).

    ScriptError "no-sheet" (sheet, known), "no-header", "too-large".
    """
    known = [sheet.name for sheet in sheets]
    if asked is not None:
        named = [s for s in sheets if s.name == asked] or [s for s in sheets if fold(s.name) == fold(asked)]
        if not named:
            raise ScriptError("no-sheet", sheet=asked, known=known)
        chosen, others = named[0], []
    else:
        seen = [s for s in sheets if not s.hidden] + [s for s in sheets if s.hidden]
        headed = [s for s in seen if has_header(_filled(s))]
        if not seen:
            raise ScriptError("bad-workbook", reason="it has no sheets")
        chosen, others = (headed or seen)[0], headed[1:]
    script = read_rows(_filled(chosen), source, limits, chosen.name)
    problems: list[Problem] = []
    if others:
        read = ", ".join(sheet.name[:40] for sheet in others[:20])
        problems.append(Problem("sheets-not-read", Place(source, sheet=chosen.name), read, chosen.name))
    if chosen.cut:
        problems.append(Problem("columns-cut", Place(source, sheet=chosen.name), str(limits.columns)))
    for code, row, column, read in chosen.wrong:
        at = Place(source, row, f"{column_letters(column)}{row}", None, chosen.name)
        problems.append(Problem(code, at, read or at.cell or ""))
    return Script(script.items, (*problems, *cleaner.problems(source), *script.problems), source)


def reference(text: str) -> tuple[int, int] | None:
    """(row from 1, column from 0) of a cell's name (B5), or None."""
    parts = _NUMBER.findall(text.upper().replace("$", ""))
    if len(parts) != 2 or not parts[0].isalpha() or len(parts[0]) > 3 or not parts[1].isdigit() or len(parts[1]) > 8:
        return None
    column = 0
    for letter in parts[0]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(parts[1]), column - 1


def number_text(text: str) -> str:
    """A number as a person would write it: 8 for 8.0."""
    try:
        value = float(text)
    except ValueError:
        return text.strip()
    if math.isfinite(value) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return text.strip()


def time_text(days: float, long: bool = False) -> str | None:
    """A part of a day as h:mm:ss, with thousandths where there are any; whole days before it count only if `long`."""
    if not math.isfinite(days) or days < 0 or days > 4_000_000:
        return None
    milliseconds = round(days * _DAY)
    if not long:
        milliseconds %= _DAY
    return clock(milliseconds)


def clock(milliseconds: int, always: bool = False) -> str:
    """h:mm:ss, with .mmm where there are thousandths (or always)."""
    seconds, thousandths = divmod(milliseconds, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    fraction = f".{thousandths:03d}" if thousandths or always else ""
    return f"{hours}:{minutes:02d}:{seconds:02d}{fraction}"
