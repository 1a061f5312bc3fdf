"""Tables: one row per action, a header naming the columns.  CSV here; other sheets give rows alike.

Columns in any order: 序號 時間 角色 動作 器物 位置 面向 對象 辭 儀節 備註, or no time actor act object
place facing addressee words manner note, in any script; a column named like a key of the vocabulary
is a further detail (投法, fall); others are passed over.  A cell of acts may hold several; a note that
begins with ids of the ledger cites them.
"""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from ..actions import Action, Place, Script, Unknown, Value
from .building import Builder, Chunk, Note
from .columns import HEADERS, IGNORED, nearest_header, recognise
from .errors import ScriptError
from .gathering import Gathering, clauses
from .limits import Limits
from .times import Span, read_time

DELIMITERS = ",;\t"
_SEARCHED = 10
"""The header is one of so many first rows that are not blank."""
_COMPARED = 30
"""So many unknown headers are compared with the known ones."""
_MOST_LINES = 200
"""A row of more lines than this is a quotation never closed."""

Row = tuple[int, int, list[str]]
"""Number of the row, line where it begins (both from 1), cells."""

_Cell = Callable[[str], str]


def columns_of(cells: list[str]) -> dict[int, tuple[str, bool]] | None:
    """Column -> field, where the cells are a header: it names actor and act (or passage) at least."""
    known = {n: found for n, cell in enumerate(cells) if cell.strip() and (found := recognise(cell))}
    fields = {field for field, is_data in known.values() if not is_data}
    return known if "actor" in fields and fields & {"act", "passage"} else None


def delimiter_of(text: str) -> tuple[str, bool]:
    """(the delimiter with which most of the header is recognised, whether there is a header)."""
    best, most = ",", 0
    for line in [line for line in text[:100_000].splitlines() if line.strip()][:_SEARCHED]:
        for delimiter in DELIMITERS:
            known = columns_of(next(csv.reader([line[:20_000]], delimiter=delimiter), []))
            if known and len(known) > most:
                best, most = delimiter, len(known)
    return best, most > 0


def looks_like_csv(text: str) -> bool:
    """Whether a text of unknown format begins with the header of a table."""
    first = next((line for line in text[:20_000].splitlines() if line.strip()), "")
    return delimiter_of(first)[1]


def read_csv(text: str, source: str, limits: Limits) -> Script:
    """Reads a table whose cells are parted by comma, semicolon or tab.

    ScriptError "no-header" (recognised, read, line, lacking), "bad-table" (line, reason), "too-large".
    """
    return read_rows(csv_rows(text, delimiter_of(text)[0]), source, limits)


def csv_rows(text: str, delimiter: str) -> Iterator[Row]:
    """The rows of a text; ScriptError "bad-table"."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    number, line = 0, 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise ScriptError("bad-table", line=line, reason=str(error)) from None
        if reader.line_num - line >= _MOST_LINES:
            raise ScriptError("bad-table", line=line, reason="unclosed quotation")
        number += 1
        yield number, line, cells
        line = reader.line_num + 1


def column_letters(column: int) -> str:
    """The name of a column counted from 0: A … Z, AA …"""
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def has_header(rows: Iterable[Row]) -> bool:
    """Whether one of the first rows that are not blank is a header."""
    filled = (cells for _, _, cells in rows if any(cell.strip() for cell in cells))
    return any(columns_of(cells) for cells in itertools.islice(filled, _SEARCHED))


def read_rows(rows: Iterable[Row], source: str, limits: Limits, sheet: str | None = None) -> Script:
    """Reads the rows of a table; ScriptError "no-header" where no header is among the first.

    A header repeated further down is passed over; of two headers one under the other the second counts.
    """
    gathering, table = Gathering(source, limits), None
    searched = 0
    likeliest: _Heading | None = None
    for number, line, cells in rows:
        if number > limits.lines:
            raise ScriptError("too-large", what="lines", limit=limits.lines)
        blank = not any(cell.strip() for cell in cells)
        # A comment; but # may head the column of numbers.
        if blank or (cells[0].lstrip().startswith("#") and (table or not columns_of(cells))):
            continue
        if table is None:
            if columns := columns_of(cells):
                table = _Table(columns, cells, gathering, limits, Place(source, line, str(number), None, sheet))
                continue
            heading = _Heading(line, cells)
            likeliest = max(likeliest or heading, heading, key=lambda each: len(each.fields))
            searched += 1
            if searched == _SEARCHED:
                break
            continue
        if not table.heads(cells):
            table.row(number, line, cells)
    if table is None:
        raise _no_header(likeliest or _Heading(1, []))
    return gathering.script()


@dataclass(frozen=True)
class _Heading:
    """A row that might have been meant for the header."""

    line: int
    cells: list[str]

    @cached_property
    def fields(self) -> frozenset[str]:
        return frozenset(found[0] for cell in self.cells if cell.strip() and (found := recognise(cell)))


def _no_header(likeliest: _Heading) -> ScriptError:
    """That no row is a header: which is most like one, and what it lacks."""
    recognised = [name for field, names in HEADERS.items() if field != "clauses" for name in names[:2]]
    lacking = [HEADERS[field][0] for field in ("actor", "act") if field not in likeliest.fields]
    read = [cell.strip()[:40] for cell in likeliest.cells if cell.strip()][:_SEARCHED]
    return ScriptError("no-header", recognised=recognised, read=read, line=likeliest.line, lacking=lacking)


class _Table:
    """The reading of the rows below a header."""

    def __init__(
        self,
        columns: dict[int, tuple[str, bool]],
        cells: list[str],
        gathering: Gathering,
        limits: Limits,
        at: Place,
    ) -> None:
        """at: the header's; its cell is the number of the row only."""
        self._gathering = gathering
        self._limits = limits
        self._builder = Builder()
        self._at = at
        self._rows = 0
        self._begin(columns, cells)

    def _begin(self, columns: dict[int, tuple[str, bool]], cells: list[str]) -> None:
        self._columns = columns
        self._fields: dict[str, int] = {}
        self._data: list[tuple[str, int]] = []
        for n, (field, is_data) in columns.items():
            if is_data:
                self._data.append((field, n))
            elif field not in self._fields:
                self._fields[field] = n
            elif field not in IGNORED:
                self._header_problem("duplicate-column", n, cells[n].strip())
        unknown = [n for n, cell in enumerate(cells) if n not in columns and cell.strip()]
        for n in unknown[:_COMPARED]:
            cell = cells[n]
            if near := nearest_header(cell, self._fields):
                self._header_problem("unknown-column", n, cell.strip(), near)

    def _header_problem(self, code: str, column: int, read: str, expected: str = "") -> None:
        at = replace(self._at, cell=f"{column_letters(column)}{self._at.cell}")
        self._gathering.problem(Note(code, read, expected), at)

    def heads(self, cells: list[str]) -> bool:
        """Whether a row is the header once more; right below the first it takes its place."""
        named = {field: cells[n] for field, n in self._fields.items() if n < len(cells)}
        if any(recognise(named.get(field, "")) != (field, False) for field in ("actor", "act")):
            return False
        columns = columns_of(cells)
        if columns and not self._rows and len(columns) > len(self._columns):
            self._begin(columns, cells)
        return True

    def row(self, number: int, line: int, cells: list[str]) -> None:
        def cell(field: str) -> str:
            n = self._fields.get(field, len(cells))
            return cells[n] if n < len(cells) else ""

        acting = "act" if "act" in self._fields and cell("act").strip() else "passage"
        column = self._fields.get(acting, self._fields.get("act", 0))
        time = cell("time").strip()
        at = replace(self._at, line=line, cell=f"{column_letters(column)}{number}", time=time[:40] or None)
        self._rows += 1
        text = " ".join(each.strip() for each in cells if each.strip())
        if len(text) > self._limits.line_length:
            self._gathering.problem(Note("line-too-long", text[:80], str(self._limits.line_length)), at)
            self._gathering.line(at, None, [(Action(unknown=(Unknown("act", text[:80] + "…"),)), text[:80] + "…")], ())
            return
        used = [*self._fields.items(), *self._data]
        if not any(n < len(cells) and cells[n].strip() for field, n in used if field not in IGNORED):
            return
        notes: list[Note] = []
        span = self._time(time, notes)
        acts = self._acts(cell, cells, text, notes)
        cited = clauses(cell("clauses")) or clauses(cell("note").strip())
        if cited:
            acts = [(replace(action, clauses=cited), share) for action, share in acts]
        placed = [note for note in notes if note.field in self._fields]
        for note in placed:
            self._gathering.problem(note, replace(at, cell=f"{column_letters(self._fields[note.field])}{number}"))
        self._gathering.line(at, span, acts, [note for note in notes if note not in placed])

    @staticmethod
    def _time(text: str, notes: list[Note]) -> Span | None:
        span = read_time(text)
        if text and span is None:
            notes.append(Note("bad-time", text, field="time"))
        return span

    def _acts(self, cell: _Cell, cells: list[str], text: str, notes: list[Note]) -> list[tuple[Action, str]]:
        actor, act, passage = cell("actor").strip(), cell("act").strip(), cell("passage").strip()
        if act[:1] in ("[", "［", "【") and act[-1:] in ("]", "］", "】") and not passage:
            act, passage = "", act[1:-1].strip()
        actors: tuple[str, ...] = ()
        unknown: tuple[Unknown, ...] = ()
        if actor:
            actors, unknown = self._builder.actors(actor.removesuffix("：").removesuffix(":"))
        elif not passage:
            notes.append(Note("no-actor", text, field="actor"))
        details, verbatim = self._details(cell, cells)
        chunks = []
        if act or not passage:
            chunks.append(Chunk(act, None, details, verbatim, act or text))
        if passage:
            chunks.append(Chunk("", passage, () if act else details, frozenset() if act else verbatim, passage))
        return self._builder.actions(actors, unknown, chunks, notes)

    def _details(self, cell: _Cell, cells: list[str]) -> tuple[tuple[tuple[str, Value], ...], frozenset[int]]:
        details: list[tuple[str, Value]] = []
        for field, mark in (("object", ""), ("place", "@＠"), ("facing", "^＾"), ("addressee", ">＞"), ("manner", "")):
            if value := cell(field).strip().lstrip(mark or None).strip():
                details.append((field, value))
        for key, n in self._data:
            if n < len(cells) and (value := cells[n].strip()):
                details.append((key, value))
        verbatim: frozenset[int] = frozenset()
        if cell("words").strip():
            verbatim = frozenset({len(details)})
            details.append(("words", cell("words")))
        return tuple(details), verbatim
