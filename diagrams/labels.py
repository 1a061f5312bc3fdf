"""Labels: lines of measured text, written as Graphviz's HTML-like labels."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from fsm.vocabulary import simplify

from .measure import width, wrap
from .scene import Away, Ban, Card, Cite, Repeat, Role, Row, Text
from .theme import FAINT, INK, SOFT, Theme

LINE = 1.3
"""The height of a line, in em: a little air above and below the em square of an ideograph."""

ENTITIES = (
    ("&", "&amp;"),
    ("<", "&lt;"),
    (">", "&gt;"),
    ('"', "&quot;"),
    ("'", "&#39;"),
    ("\\", "&#92;&#92;"),
)
"""Graphviz takes a single backslash for the beginning of an escape (\\\\N is the name of the node) even here."""

LANGUAGES = ("zh-Hant", "zh-Hans", "en", "both")


def escape(text: str) -> str:
    """Text for an HTML-like label: markup and quotes escaped, control characters left out."""
    kept = "".join(c for c in text if c.isprintable() or c in " \u3000")
    for char, entity in ENTITIES:
        kept = kept.replace(char, entity)
    return kept


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in one hand."""

    text: str
    size: float
    colour: str = INK
    bold: bool = False

    @property
    def width(self) -> float:
        return width(self.text, self.size, self.bold)

    @property
    def html(self) -> str:
        # A space at either end would be lost in SVG.
        body = self.text.strip(" ")
        head = len(self.text) - len(self.text.lstrip(" ")) if body else len(self.text)
        tail = len(self.text) - len(body) - head
        inner = "&#160;" * head + escape(body) + "&#160;" * tail
        inner = f"<B>{inner}</B>" if self.bold else inner
        return f'<FONT POINT-SIZE="{self.size:g}" COLOR="{self.colour}">{inner}</FONT>'


@dataclass(frozen=True, slots=True)
class Line:
    """A line: what stands on the left, and perhaps on the right."""

    left: tuple[Span, ...]
    right: tuple[Span, ...] = ()
    align: str = "LEFT"

    @property
    def width(self) -> float:
        return sum(s.width for s in self.left + self.right) + (6 if self.right else 0)

    @property
    def height(self) -> float:
        """Whole points, as Graphviz's tables have them."""
        return float(max(round(max(s.size for s in self.left + self.right) * LINE), 1))


@dataclass(frozen=True, slots=True)
class Block:
    """Lines one below the other."""

    lines: tuple[Line, ...]
    least: float = 0

    @property
    def width(self) -> float:
        return max([self.least, *(line.width for line in self.lines)])

    @property
    def height(self) -> float:
        return sum(line.height for line in self.lines)

    @property
    def html(self) -> str:
        """The block as a table whose cells are exactly as measured here.

        So a picture is laid out alike whatever the version of Graphviz and the fonts installed.
        """
        whole = math.ceil(self.width)
        rows = []
        for line in self.lines:
            left, right = ("".join(s.html for s in part) for part in (line.left, line.right))
            high = f'FIXEDSIZE="TRUE" HEIGHT="{line.height:.0f}"'
            if right:
                end = math.ceil(sum(s.width for s in line.right)) + 2
                rows.append(
                    f'<TR><TD ALIGN="LEFT" {high} WIDTH="{max(whole - end, 1)}">{left}</TD>'
                    f'<TD ALIGN="RIGHT" {high} WIDTH="{end}">{right}</TD></TR>'
                )
            else:
                rows.append(f'<TR><TD ALIGN="{line.align}" COLSPAN="2" {high} WIDTH="{whole}">{left or " "}</TD></TR>')
        return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0">{"".join(rows)}</TABLE>>'


_LATIN = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'"})


def latin(text: str) -> str:
    """English for a Chinese font, in which curly quotation marks are as wide as ideographs."""
    return text.translate(_LATIN)


class Writer:
    """Writes what a scene says in the language asked for."""

    def __init__(self, lang: str, theme: Theme) -> None:
        self.lang = lang
        self.theme = theme
        self.sizes = theme.sizes

    # --- languages ---------------------------------------------------------------------------------------------------

    @property
    def chinese(self) -> bool:
        return self.lang != "en"

    @property
    def english(self) -> bool:
        return self.lang in ("en", "both")

    def zh(self, text: str) -> str:
        """Chinese text in the script asked for."""
        return simplify(text) if self.lang == "zh-Hans" else text

    def plain(self, text: Text, glue: str = "  ") -> str:
        """The text on one line."""
        parts = [self.zh(text.zh)] if self.chinese else []
        parts += [latin(text.en)] if self.english and (text.en != text.zh or not self.chinese) else []
        return glue.join(p for p in parts if p)

    def lines(
        self,
        text: Text,
        room: float,
        size: float,
        small: float,
        colour: str = INK,
        *,
        bold: bool = False,
        align: str = "LEFT",
    ) -> list[Line]:
        """The text, Chinese above English, in lines no wider than `room`."""
        out: list[Line] = []
        if self.chinese and text.zh:
            out += [Line((Span(t, size, colour, bold),), align=align) for t in wrap(self.zh(text.zh), size, room, bold)]
        if self.english and text.en and (text.en != text.zh or not self.chinese):
            own = small if self.chinese else size
            hue = SOFT if self.chinese else colour
            strong = bold and not self.chinese
            out += [Line((Span(t, own, hue, strong),), align=align) for t in wrap(latin(text.en), own, room, strong)]
        return out

    # --- cards -------------------------------------------------------------------------------------------------------

    def card(self, card: Card, room: float, titled: bool = True) -> Block:
        """A clause and what is done under it."""
        colour = SOFT if card.mark == "manner" else INK
        lines: list[Line] = []
        if titled and self.chinese:
            lines += self._title(card.cite, room, colour)
        for row in card.rows:
            lines += self._row(row, room, light=card.mark == "manner")
        for cite in card.also:
            if self.chinese:
                note = f"{cite.number} {self.zh(cite.phrase)}"
                lines += [Line((Span(t, self.sizes.small, SOFT),)) for t in wrap(note, self.sizes.small, room)]
        if card.also and not self.chinese:
            lines += self._note(Text("", f"with {', '.join(cite.number for cite in card.also)}"), room)
        if card.mark == "unsaid":
            by = Text("、".join(t.zh for t in card.by), ", ".join(t.en for t in card.by))
            lines += self._note(Text(f"文省，{by.zh}補", f"unsaid; supplied by {by.en}"), room)
        elif card.mark == "editorial":
            lines += self._note(Text("編者補", "supplied by the editors"), room)
        if not (titled and self.chinese):
            lines = self._numbered(card.cite, lines, room)
        return Block(tuple(lines), room)

    def _note(self, text: Text, room: float) -> list[Line]:
        """A small remark, both languages on one line."""
        size = self.sizes.small
        return [Line((Span(t, size, SOFT),)) for t in wrap(self.plain(text, " "), size, room)]

    def compact(self, card: Card, room: float) -> Block:
        """A clause and who acts, no more."""
        roles = tuple(dict.fromkeys(role for row in card.rows for role in row.roles))
        lines = self._title(card.cite, room, SOFT if card.mark == "manner" else INK) if self.chinese else []
        lines += self._names(roles, room, self.sizes.small)
        if self.english:
            acts = "; ".join(dict.fromkeys(latin(a.en) for row in card.rows for a in row.acts))
            hue = SOFT if self.chinese else INK
            told = wrap(acts, self.sizes.small, room)
            if len(told) > 3:
                told = [*told[:2], told[2].rstrip(" ,;")[:-1] + "…"]
            lines += [Line((Span(t, self.sizes.small, hue),)) for t in told]
        return Block(tuple(lines if self.chinese else self._numbered(card.cite, lines, room)), room)

    def _names(self, roles: Iterable[Role], room: float, size: float) -> list[Line]:
        lines: list[list[Span]] = [[]]
        for role in roles:
            name = self.zh(role.name.zh) if self.chinese else role.name.en
            ink = self.theme.ink(role.key)
            entry = [Span(self.theme.sign(role.key), size, ink), Span(f"{name} ", size, ink)]
            if lines[-1] and sum(s.width for s in (*lines[-1], *entry)) > room:
                lines.append([])
            lines[-1] += entry
        return [Line(tuple(line)) for line in lines if line]

    def _title(self, cite: Cite, room: float, colour: str) -> list[Line]:
        size, number = self.sizes.heading, Span(cite.number, self.sizes.small, FAINT)
        texts = wrap(self.zh(cite.phrase), size, room - number.width - 6, bold=True) or [" "]
        first, *rest = (Span(t, size, colour, True) for t in texts)
        return [Line((first,), (number,)), *(Line((span,)) for span in rest)]

    def _numbered(self, cite: Cite, lines: list[Line], room: float) -> list[Line]:
        number = Span(cite.number, self.sizes.small, FAINT)
        if lines and lines[0].width + number.width + 6 <= room:
            return [Line(lines[0].left, (number,)), *lines[1:]]
        return [Line((Span(" ", self.sizes.small),), (number,)), *lines]

    def _row(self, row: Row, room: float, light: bool = False) -> list[Line]:
        out: list[Line] = []
        ink = self.theme.ink(row.roles[0].key) if row.roles else INK
        text = SOFT if light else INK
        if self.chinese:
            spans = self._lead(row.roles, self.sizes.row, chinese=True)
            out += self._hung(spans, self.zh("；".join(a.zh for a in row.acts)), self.sizes.row, room, text)
        if self.english:
            size = self.sizes.english if self.chinese else self.sizes.row
            acts = latin("; ".join(a.en for a in row.acts))
            if self.chinese:
                names = ", ".join(r.name.en for r in row.roles)
                out += self._hung((Span(f"{names}: ", size, ink),), acts, size, room, SOFT)
            else:
                out += self._hung(self._lead(row.roles, size, chinese=False), acts, size, room, text)
        return out

    def _lead(self, roles: tuple[Role, ...], size: float, chinese: bool) -> tuple[Span, ...]:
        spans: list[Span] = []
        for i, role in enumerate(roles):
            ink = self.theme.ink(role.key)
            name = self.zh(role.name.zh) if chinese else role.name.en
            spans += [Span(("" if i == 0 else " ") + self.theme.sign(role.key), size, ink), Span(name, size, ink, True)]
        return (*spans, Span(" " if chinese else ": ", size))

    def _hung(self, lead: tuple[Span, ...], text: str, size: float, room: float, colour: str) -> list[Line]:
        """Text after a lead; the lead stands alone where little room is left beside it."""
        taken = sum(s.width for s in lead)
        if taken > room * 0.62:
            names = self._broken(lead, room)
            return [*names, *(Line((Span(t, size, colour),)) for t in wrap(text, size, room))]
        first = wrap(text, size, room - taken)[:1]
        rest = text[len(first[0]) :].lstrip() if first else ""
        head = Line((*lead, *(Span(t, size, colour) for t in first)))
        return [head, *(Line((Span(t, size, colour),)) for t in wrap(rest, size, room))]

    @staticmethod
    def _broken(lead: tuple[Span, ...], room: float) -> list[Line]:
        out: list[list[Span]] = [[]]
        for span in lead:
            used = sum(s.width for s in out[-1])
            if used + span.width <= room:
                out[-1].append(span)
                continue
            left = room - used if span.width <= room else room
            for i, text in enumerate(wrap(span.text.strip(), span.size, left, span.bold)):
                if i or used:
                    out.append([])
                out[-1].append(Span(text, span.size, span.colour, span.bold))
        return [Line(tuple(spans)) for spans in out if any(s.text.strip() for s in spans)]

    def repeat(self, repeat: Repeat, room: float) -> Block:
        """如初, with what it repeats."""
        lines = self._title(Cite(repeat.cite.clause, repeat.quote), room, INK) if self.chinese else []
        first, last = (repeat.of[0], repeat.of[-1]) if repeat.of else (repeat.cite, repeat.cite)
        end = last.number if last.section == first.section else last.clause
        span = first.clause if first == last else f"{first.clause}–{end}"
        what = "、".join(repeat.names) or first.phrase
        about = Text(f"如 {span}（{what}）", f"as {span} ({repeat.acts} acts)")
        lines += self.lines(about, room, self.sizes.row, self.sizes.english, SOFT)
        if repeat.changes:
            zh = "，".join(f"{a.zh} → {b.zh}" for a, b in repeat.changes)
            en = ", ".join(f"{b.en} for {a.en}" for a, b in repeat.changes)
            lines += self.lines(Text(f"易：{zh}", f"with {en}"), room, self.sizes.row, self.sizes.english)
        lines += self._names(repeat.roles, room, self.sizes.small)
        return Block(tuple(lines if self.chinese else self._numbered(repeat.cite, lines, room)), room)

    def ban(self, ban: Ban, room: float) -> Block:
        """What is not done."""
        lines = self._title(ban.cite, room, SOFT) if self.chinese else []
        names = Text("、".join(r.name.zh for r in ban.row.roles), ", ".join(r.name.en for r in ban.row.roles))
        acts = Text("；".join(a.zh for a in ban.row.acts), "; ".join(a.en for a in ban.row.acts))
        said = Text(f"⊘ {names.zh}不{acts.zh}", f"⊘ {names.en}: no {acts.en}")
        lines += self.lines(said, room, self.sizes.row, self.sizes.english, SOFT)
        return Block(tuple(lines if self.chinese else self._numbered(ban.cite, lines, room)), room)

    def away(self, away: Away, room: float, titles: dict[str, Text]) -> Block:
        """A pointer to other sections."""
        known = [s for s in away.sections if s]
        shown = known if len(known) < 4 else [known[0], "…", known[-1]]
        lines: list[Line] = []
        for id in shown:
            title = titles.get(id)
            known_as = "" if title is None else self.zh(title.zh) if self.chinese else title.en
            text = f"{id} {known_as}".strip()
            lines += [
                Line((Span(t, self.sizes.small, FAINT),), align="CENTER") for t in wrap(text, self.sizes.small, room)
            ]
        return Block(tuple(lines or [Line((Span("…", self.sizes.small, FAINT),))]))

    def guard(self, guard: Text, room: float) -> Block:
        """A guard in brackets, for an edge."""
        zh = f"[{guard.zh}]" if guard.zh else ""
        en = f"[{guard.en}]" if guard.en else ""
        small = self.sizes.small
        return Block(tuple(self.lines(Text(zh, en), room, small + 0.3, small, INK, align="CENTER")))
