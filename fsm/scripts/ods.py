"""Workbooks of LibreOffice (.ods): values, times, merged cells, formulas' last results."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..actions import Script
from .archives import Archive
from .cleaning import Cleaner
from .errors import ScriptError
from .limits import Limits
from .markup import parse
from .sheets import Filling, Sheet, clock, number_text, read_sheets
from .source import Source

_SPACE = re.compile(r"[ \t\r\n]+")
_DURATION = re.compile(r"PT(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})(?:[.,](\d+))?S)?")
_MOST_SPACES = 1_000


def _count(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and 0 < len(text) < 10 else 1


class _Content:
    """Fills the sheets of a document."""

    def __init__(self, limits: Limits, cleaner: Cleaner, source: str) -> None:
        self.sheets: list[Sheet] = []
        self._hidden: set[str] = set()
        self._limits = limits
        self._cleaner = cleaner
        self._source = source
        self._filling: Filling | None = None
        self._tables = 0
        self._row = 1
        self._rows = 1
        self._put: list[tuple[int, int, str]] = []
        self._column = 0
        self._cell: Mapping[str, str] | None = None
        self._paragraphs: list[list[str]] = []
        self._within = 0
        self._aside = 0
        self._style = ""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "style":
            self._style = attributes.get("name", "")
        elif tag == "table-properties" and attributes.get("display") == "false":
            self._hidden.add(self._style)
        elif tag in ("annotation", "shapes"):
            self._aside += 1
        elif self._aside:
            return
        elif tag == "table":
            self._table(attributes)
        elif tag == "table-row":
            self._rows, self._column, self._put = _count(attributes.get("number-rows-repeated")), 0, []
        elif tag in ("table-cell", "covered-table-cell"):
            self._cell, self._paragraphs = attributes, []
        elif self._cell is not None:
            self._inside(tag, attributes)

    def _table(self, attributes: Mapping[str, str]) -> None:
        self._tables += 1
        if self._tables > 1 or len(self.sheets) >= self._limits.members:
            return
        hidden = attributes.get("style-name", "") in self._hidden
        sheet = Sheet(attributes.get("name", ""), hidden)
        self.sheets.append(sheet)
        self._filling, self._row = Filling(sheet, self._limits, self._cleaner, self._source), 1

    def _inside(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag in ("p", "h"):
            self._within += 1
            self._paragraphs.append([])
        elif self._within and tag == "s":
            self._paragraphs[-1].append("\0" * min(_count(attributes.get("c")), _MOST_SPACES))
        elif self._within and tag in ("tab", "line-break"):
            self._paragraphs[-1].append("\1" if tag == "tab" else "\2")

    def end(self, tag: str) -> None:
        if tag in ("annotation", "shapes"):
            self._aside -= 1
        elif self._aside:
            return
        elif tag == "table":
            self._tables -= 1
            if not self._tables:
                self._filling = None
        elif tag == "table-row":
            self._end_row()
        elif tag in ("table-cell", "covered-table-cell"):
            self._end_cell(tag == "covered-table-cell")
        elif tag in ("p", "h") and self._within:
            self._within -= 1

    def data(self, text: str) -> None:
        if self._within and not self._aside and self._cell is not None:
            self._paragraphs[-1].append(text)

    def _end_row(self) -> None:
        if self._filling and self._put:
            for row in range(self._row, self._row + self._rows):
                for column, _, text in self._put:
                    self._filling.put(row, column, text)
        self._row += self._rows

    def _end_cell(self, covered: bool) -> None:
        cell, self._cell = self._cell, None
        if cell is None:
            return
        repeated = _count(cell.get("number-columns-repeated"))
        text = "" if covered else self._text(cell)
        if self._filling and not covered and "formula" in cell and not text:
            code = "cell-error" if self._shown().startswith(("#", "Err:")) else "empty-formula"
            self._filling.wrong(code, self._row, self._column, self._shown()[:40])
        if self._filling and (down := _count(cell.get("number-rows-spanned"))) > 1:
            self._filling.merge(self._row, self._row + down - 1, self._column)
        if text:
            for column in range(self._column, min(self._column + repeated, self._limits.columns + 1)):
                self._put.append((column, self._row, text))
        self._column += repeated

    def _shown(self) -> str:
        paragraphs = [_SPACE.sub(" ", "".join(parts)).strip(" ") for parts in self._paragraphs]
        return "\n".join(paragraphs).replace("\0", " ").replace("\1", "\t").replace("\2", "\n")

    def _text(self, cell: Mapping[str, str]) -> str:
        match cell.get("value-type", ""):
            case "float" | "percentage" | "currency":
                return number_text(cell.get("value", ""))
            case "time":
                return _time(cell.get("time-value", "")) or self._shown()
            case "date":
                date = cell.get("date-value", "")
                return date.partition("T")[2].rstrip("Z") or date
            case "boolean":
                return "yes" if cell.get("boolean-value") == "true" else "no"
            case "error":
                return ""
            case "string" if not self._paragraphs:
                return cell.get("string-value", "")
        if "formula" in cell and self._shown().startswith(("#", "Err:")):
            return ""
        return self._shown()


def _time(text: str) -> str | None:
    found = _DURATION.fullmatch(text.strip())
    if not found:
        return None
    hours, minutes, seconds = (int(part or 0) for part in found.groups()[:3])
    thousandths = round(float(f"0.{(found[4] or '0')[:9]}") * 1000)
    return clock(((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths)


def read_ods(source: Source, limits: Limits) -> Script:
    """Reads a workbook of LibreOffice.  ScriptError as those of Excel."""
    content = source.content
    if isinstance(content, str):
        raise ScriptError("bad-workbook", reason="it is text")
    archive = Archive(content, limits)
    archive.read_all()
    cleaner = Cleaner()
    handler = _Content(limits, cleaner, source.name)
    parse(archive.read("content.xml"), handler, limits)
    return read_sheets(handler.sheets, source.name, limits, cleaner, source.sheet)
