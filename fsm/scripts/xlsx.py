"""Workbooks of Excel (.xlsx, .xlsm), read as they stand: values, times, merged cells, formulas' last results.

Read here and not by a library, because a library gives a sheet as a full rectangle, which a file of
five kilobytes can make as large as it likes, and does not tell a formula without a result from an empty cell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from posixpath import normpath

from ..actions import Script
from .archives import Archive
from .cleaning import Cleaner
from .errors import ScriptError
from .limits import Limits
from .markup import parse
from .sheets import Filling, Sheet, number_text, read_sheets, reference, time_text
from .source import Source

_TIME_FORMATS = frozenset({18, 19, 20, 21, 22, 45, 46, 47})
"""Built-in number formats that show a time."""
_LONG_FORMATS = frozenset({46})
_QUOTED = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE)
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


def unescaped(text: str) -> str:
    """_x000D_ and the like as the characters they stand for."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


class _Quiet:
    """Is told of elements and keeps nothing."""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        pass

    def end(self, tag: str) -> None:
        pass

    def data(self, text: str) -> None:
        pass


class _Links(_Quiet):
    """Relations of a part: id -> (kind, target)."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[str, str]] = {}

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "Relationship":
            kind = attributes.get("Type", "").rpartition("/")[2]
            self.found[attributes.get("Id", "")] = (kind, attributes.get("Target", ""))


class _Book(_Quiet):
    """The sheets of a workbook: (name, id of its relation, whether hidden)."""

    def __init__(self) -> None:
        self.sheets: list[tuple[str, str, bool]] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "sheet":
            hidden = attributes.get("state", "visible") != "visible"
            self.sheets.append((unescaped(attributes.get("name", "")), attributes.get("id", ""), hidden))


class _Strings(_Quiet):
    """The texts that cells share."""

    def __init__(self, limits: Limits) -> None:
        self.found: list[str] = []
        self._longest = limits.line_length + 1
        self._parts: list[str] = []
        self._reading = False
        self._phonetic = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "si":
            self._parts = []
        elif tag == "rPh":
            self._phonetic = True
        elif tag == "t":
            self._reading = not self._phonetic

    def end(self, tag: str) -> None:
        if tag == "t":
            self._reading = False
        elif tag == "rPh":
            self._phonetic = False
        elif tag == "si":
            self.found.append(unescaped("".join(self._parts))[: self._longest])

    def data(self, text: str) -> None:
        if self._reading:
            self._parts.append(text)


class _Styles(_Quiet):
    """Which styles of cells show a time: style -> whether hours go on past a day."""

    def __init__(self) -> None:
        self.times: dict[int, bool] = {}
        self._formats: dict[int, bool] = dict.fromkeys(_TIME_FORMATS, False) | dict.fromkeys(_LONG_FORMATS, True)
        self._count = 0
        self._within = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "numFmt":
            code = _QUOTED.sub("", attributes.get("formatCode", "")[:500]).lower()
            if "h" in code or "s" in code:
                self._formats[_whole(attributes.get("numFmtId"))] = "[" in code
        elif tag == "cellXfs":
            self._within = True
        elif tag == "xf" and self._within:
            shown = _whole(attributes.get("numFmtId"))
            if shown in self._formats:
                self.times[self._count] = self._formats[shown]
            self._count += 1

    def end(self, tag: str) -> None:
        if tag == "cellXfs":
            self._within = False


def _whole(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else -1


class _Cells(_Quiet):
    """Fills a sheet with its cells."""

    def __init__(self, filling: Filling, strings: list[str], times: Mapping[int, bool]) -> None:
        self._filling = filling
        self._strings = strings
        self._times = times
        self._row = 0
        self._column = -1
        self._kind = ""
        self._style = -1
        self._formula = False
        self._inline = False
        self._phonetic = False
        self._into: list[str] | None = None
        self._value: list[str] = []
        self._text: list[str] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "c":
            at = reference(attributes.get("r", ""))
            self._row, self._column = at or (self._row, self._column + 1)
            self._kind = attributes.get("t", "n")
            self._style = _whole(attributes.get("s", "0"))
            self._formula, self._value, self._text = False, [], []
        elif tag == "row":
            given = _whole(attributes.get("r"))
            self._row, self._column = given if given > 0 else self._row + 1, -1
        elif tag == "v":
            self._into = self._value
        elif tag == "f":
            self._formula = True
        elif tag == "is":
            self._inline = True
        elif tag == "rPh":
            self._phonetic = True
        elif tag == "t" and self._inline and not self._phonetic:
            self._into = self._text
        elif tag == "mergeCell":
            self._merge(attributes.get("ref", ""))

    def end(self, tag: str) -> None:
        if tag in ("v", "t"):
            self._into = None
        elif tag == "is":
            self._inline = False
        elif tag == "rPh":
            self._phonetic = False
        elif tag == "c":
            self._put()

    def data(self, text: str) -> None:
        if self._into is not None:
            self._into.append(text)

    def _merge(self, area: str) -> None:
        first, _, last = area.partition(":")
        begin, end = reference(first), reference(last)
        if begin and end:
            self._filling.merge(begin[0], end[0], begin[1])

    def _put(self) -> None:
        value = "".join(self._value)
        row, column = self._row, self._column
        if self._kind == "inlineStr":
            self._filling.put(row, column, unescaped("".join(self._text)))
        elif not value.strip() and self._formula:
            self._filling.wrong("empty-formula", row, column)
        elif self._kind == "s":
            index = _whole(value.strip())
            if 0 <= index < len(self._strings):
                self._filling.put(row, column, self._strings[index])
            else:
                self._filling.wrong("cell-error", row, column, value[:40])
        elif self._kind == "str":
            self._filling.put(row, column, unescaped(value))
        elif self._kind == "b":
            self._filling.put(row, column, "yes" if value.strip() == "1" else "no")
        elif self._kind == "e":
            self._filling.wrong("cell-error", row, column, value[:40])
        elif self._kind == "d":
            self._filling.put(row, column, value.partition("T")[2].rstrip("Z") or value)
        elif value:
            self._filling.put(row, column, self._number(value))

    def _number(self, value: str) -> str:
        if self._style in self._times:
            try:
                shown = time_text(float(value), self._times[self._style])
            except ValueError:
                shown = None
            if shown is not None:
                return shown
        return number_text(value)


def read_xlsx(source: Source, limits: Limits) -> Script:
    """Reads a workbook of Excel.  ScriptError "bad-workbook", "no-sheet", "no-header", "too-large", those of XML."""
    content = source.content
    if isinstance(content, str):
        raise ScriptError("bad-workbook", reason="it is text")
    archive = Archive(content, limits)
    archive.read_all()
    links, book = _Links(), _Book()
    parse(archive.read("xl/workbook.xml"), book, limits)
    parse(archive.read("xl/_rels/workbook.xml.rels"), links, limits)
    parts = dict(links.found.values())
    strings, styles, cleaner = _Strings(limits), _Styles(), Cleaner()
    for kind, handler in (("sharedStrings", strings), ("styles", styles)):
        if kind in parts and (name := _part(parts[kind])) in archive:
            parse(archive.read(name), handler, limits)
    sheets = []
    for name, link, hidden in book.sheets[: limits.members]:
        kind, target = links.found.get(link, ("", ""))
        if kind != "worksheet":
            continue
        sheet = Sheet(name, hidden)
        filling = Filling(sheet, limits, cleaner, source.name)
        parse(archive.read(_part(target)), _Cells(filling, strings.found, styles.times), limits)
        sheets.append(sheet)
    return read_sheets(sheets, source.name, limits, cleaner, source.sheet)


def _part(target: str) -> str:
    """The name of a part that the workbook refers to."""
    return normpath(target.lstrip("/") if target.startswith("/") else f"xl/{target}")
