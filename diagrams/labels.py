"""Labels: lines of measured text, written as Graphviz's HTML-like labels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from fsm.vocabulary import simplify

from .measure import width, wrap
from .scene import NO_TEXT, Away, Ban, Branch, Card, Cite, Item, Repeat, Role, Row, Text, roles_of
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

CROSSING = "⇄"
"""Before what two that meet do as one."""

UNSAID = Text("文省", "unsaid")

INDENT = 9.0
"""How far what is done under a condition stands in, in a list."""

RUN_GAP = 3.0
"""Between two clauses in one box."""

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
    ground: str = ""

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
        rows = "".join(f"<TR>{self._row(line, whole)}</TR>" for line in self.lines)
        return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0">{rows}</TABLE>>'

    @staticmethod
    def _row(line: Line, whole: int) -> str:
        """A line as one cell; what stands on its right in a table of its own, so that each line divides as it needs."""
        left, right = ("".join(s.html for s in part) for part in (line.left, line.right))
        high = f'FIXEDSIZE="TRUE" HEIGHT="{line.height:.0f}"' + (f' BGCOLOR="{line.ground}"' if line.ground else "")
        if not right:
            return f'<TD ALIGN="{line.align}" {high} WIDTH="{whole}">{left or " "}</TD>'
        end = math.ceil(sum(s.width for s in line.right)) + 2
        cells = (
            f'<TD ALIGN="LEFT" {high} WIDTH="{max(whole - end, 1)}">{left or " "}</TD>'
            f'<TD ALIGN="RIGHT" {high} WIDTH="{end}">{right}</TD>'
        )
        inner = f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0"><TR>{cells}</TR></TABLE>'
        return f'<TD ALIGN="LEFT" {high} WIDTH="{whole}">{inner}</TD>'


_LATIN = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'"})


def latin(text: str) -> str:
    """English for a Chinese font, in which curly quotation marks are as wide as ideographs."""
    return text.translate(_LATIN)


def counted_acts(repeat: Repeat) -> str:
    """How many acts there are in it, in English."""
    return "1 act" if repeat.acts == 1 else f"{repeat.acts} acts"


def span_of(repeat: Repeat) -> str:
    """The clauses that a repeat repeats."""
    first, last = (repeat.of[0], repeat.of[-1]) if repeat.of else (repeat.cite, repeat.cite)
    end = last.number if last.section == first.section else last.clause
    return first.clause if first == last else f"{first.clause}–{end}"


def shortened(lines: list[str], most: int) -> list[str]:
    """No more than so many lines, with an ellipsis where some are left out."""
    return lines if len(lines) <= most else [*lines[: most - 1], lines[most - 1].rstrip(" ,;")[:-1] + "…"]


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
            cite = replace(card.cite, phrase=f"{CROSSING} {card.cite.phrase}") if card.crossing else card.cite
            lines += self._title(cite, room, colour)
        beside = 0 if titled and self.chinese else width(card.cite.number, self.sizes.small) + 6
        for place, row in enumerate(card.rows):
            lines += self._row(row, room - (0 if place else beside), light=card.mark == "manner")
        if card.crossing and not self.chinese:
            lines += self._note(Text("", f"{CROSSING} two that cross"), room)
        lines += self._also(card, room)
        if card.mark == "unsaid":
            by = self._supplier(card)
            lines += self._note(Text(f"文省，{by.zh}", f"unsaid; {by.en}") if by else UNSAID, room)
        elif card.mark == "editorial":
            lines += self._note(Text("編者補", "supplied by the editors"), room)
        if not (titled and self.chinese):
            lines = self._numbered(card.cite, lines, room)
        return Block(tuple(lines), room)

    @staticmethod
    def _supplier(card: Card) -> Text:
        """Who supplies what the text leaves out, if it does and somebody is named."""
        if card.mark != "unsaid" or not card.by:
            return NO_TEXT
        by = Text("、".join(t.zh for t in card.by), ", ".join(t.en for t in card.by))
        return Text(f"{by.zh}補", f"supplied by {by.en}")

    def _also(self, card: Card, room: float) -> list[Line]:
        """The clauses that add details to a card."""
        known = [cite.number if cite.section == card.cite.section else cite.clause for cite in card.also]
        if card.also and not self.chinese:
            return self._note(Text("", f"with {', '.join(known)}"), room)
        notes = [f"{id} {self.zh(cite.phrase)}" for id, cite in zip(known, card.also, strict=True)]
        return [Line((Span(t, self.sizes.small, SOFT),)) for n in notes for t in wrap(n, self.sizes.small, room)]

    def _note(self, text: Text, room: float) -> list[Line]:
        """A small remark, both languages on one line."""
        size = self.sizes.small
        return [Line((Span(t, size, SOFT),)) for t in wrap(self.plain(text, " "), size, room)]

    # --- one clause after another -------------------------------------------------------------------------------------

    def run(self, cards: Sequence[Card], room: float, before: str = "") -> Block:
        """What one does alone: his name, then clause after clause; `before` is the clause that stands above."""
        lines = self._headed(cards[0].rows[0].roles, room)
        for card, last in zip(cards, (before, *(c.cite.clause for c in cards)), strict=False):
            mine = [c.mark for c in cards if c.cite.clause == card.cite.clause]
            told = self._clause(card, room, card.cite.clause != last, SOFT if set(mine) == {"manner"} else INK)
            if card is not cards[0] and card.cite.clause != last:
                lines.append(Line((Span(" ", RUN_GAP),)))
            if card is cards[0] and card.cite.clause == last and self.chinese:
                told = self._numbered(card.cite, told, room)
            lines += told
        return Block(tuple(lines), room)

    def _clause(self, card: Card, room: float, titled: bool, head: str) -> list[Line]:
        """A clause in a run: who acts has been said; an act that only repeats the phrase is not said again."""
        light = card.mark != "attested"
        colour, size = (SOFT if light else INK), self.sizes.row
        left, right = ("〔", "〕") if card.mark == "unsaid" else ("", "")
        acts = [act for row in card.rows for act in row.acts]
        zh = self.zh("；".join(a.zh for a in acts))
        en = latin("; ".join(a.en for a in acts))
        supplied = self._supplier(card)
        lines: list[Line] = []
        if self.chinese:
            again = titled and card.mark != "unsaid" and zh == self.zh(card.cite.phrase)
            said = "" if again else f"{left}{zh}{right}{self.zh(supplied.zh)}"
            title = self._title(card.cite, room, head) if titled else []
            beside = room - title[-1].width - 8 if len(title) == 1 else 0
            if said and width(said, size) <= beside:
                title = [replace(title[0], left=(*title[0].left, Span(f"  {said}", size, colour)))]
            elif said:
                title += [Line((Span(t, size, colour),)) for t in wrap(said, size, room)]
            lines += title
        if self.english:
            small = self.sizes.english if self.chinese else size
            told = f"{left}{en}{right}".replace("〔", "[").replace("〕", "]")
            told += f" {supplied.en}" if supplied else ""
            hue = SOFT if self.chinese else colour
            if self.chinese or not titled:
                lines += [Line((Span(t, small, hue),)) for t in wrap(told, small, room)]
            else:
                lines += self._beside_number(card.cite, told, small, hue, room)
        return lines + self._also(card, room)

    def stack(self, items: Sequence[Item], room: float) -> Block:
        """A list of clauses, each with whoever acts where that changes, on the pale ground of his colour."""
        return Block(tuple(self._list(items, room, ())[0]), room)

    def _list(self, items: Sequence[Item], room: float, known: tuple[Role, ...]) -> tuple[list[Line], tuple[Role, ...]]:
        """The lines of a list, after one in which these were the last to act, and who is the last in it."""
        lines: list[Line] = []
        for item in items:
            if isinstance(item, Branch):
                lines += self._condition(item, room)
                inner, known = self._list(item.arms[0].items, room - INDENT, known)
                lines += [replace(line, left=(Span("│ ", self.sizes.small, FAINT), *line.left)) for line in inner]
                continue
            if not isinstance(item, Card | Repeat | Ban):
                continue
            roles = tuple(dict.fromkeys(roles_of(item)))
            light = isinstance(item, Ban) or (isinstance(item, Card) and item.mark != "attested")
            own = self._listed(item, () if roles == known else roles, room, SOFT if light else INK)
            ground = self.theme.tint(roles[0].key) if len({role.key for role in roles}) == 1 else ""
            lines += [replace(line, ground=ground) for line in own]
            known = roles
        return lines, known

    def _condition(self, item: Branch, room: float) -> list[Line]:
        """Under which condition what follows in a list is done."""
        guard = item.arms[0].guard
        said = self.plain(Text(f"若 [{guard.zh}]", f"if [{guard.en}]"), " ")
        return [Line((Span(t, self.sizes.small, SOFT, True),)) for t in wrap(said, self.sizes.small, room, True)]

    def _said(self, item: Card | Repeat | Ban) -> Text:
        """What a line of a list says."""
        match item:
            case Card():
                acts = [act for row in item.rows for act in row.acts]
                zh = "；".join(dict.fromkeys(act.zh for act in acts))
                phrase = f"〔{zh}〕" if item.mark == "unsaid" else item.cite.phrase
                return Text(phrase, "; ".join(dict.fromkeys(act.en for act in acts)))
            case Repeat():
                return Text(item.quote, f"as {span_of(item)} ({counted_acts(item)})")
        return Text(f"⊘ {item.cite.phrase}", f"⊘ do not {'; '.join(a.en for a in item.row.acts)}")

    def _listed(self, item: Card | Repeat | Ban, roles: tuple[Role, ...], room: float, colour: str) -> list[Line]:
        """One clause of a list."""
        said, cite = self._said(item), item.cite
        size, small = self.sizes.heading if self.chinese else self.sizes.row, self.sizes.small
        number = Span(cite.number, small, FAINT)
        names = self._names(roles, room, small)
        text = self.zh(said.zh) if self.chinese else latin(said.en)
        bold = self.chinese and colour == INK
        who = names[0].left if len(names) == 1 else ()
        beside = width(text, size, bold) + sum(s.width for s in who) + number.width + 8 <= room
        lines = [] if beside or not names else names
        first, *rest = wrap(text, size, room - number.width - 6, bold) or [" "]
        right = (*(who if beside else ()), number)
        lines.append(Line((Span(first, size, colour, bold),), right))
        lines += [Line((Span(t, size, colour, bold),)) for t in rest]
        if self.chinese and self.english:
            lines += [Line((Span(t, small, SOFT),)) for t in shortened(wrap(latin(said.en), small, room), 2)]
        if isinstance(item, Repeat) and self.chinese and not self.english:
            lines += [Line((Span(t, small, SOFT),)) for t in wrap(f"↻ 如 {span_of(item)}", small, room)]
        return lines

    def _headed(self, roles: tuple[Role, ...], room: float) -> list[Line]:
        """Who acts in a whole box, in both languages where both are asked for."""
        lines = self._names(roles, room, self.sizes.row)
        if self.chinese and self.english:
            size = self.sizes.english
            spans = [Span(f" {role.name.en}", size, self.theme.ink(role.key)) for role in roles]
            if len(lines) == 1 and lines[0].width + sum(s.width for s in spans) <= room:
                return [Line((*lines[0].left, *spans))]
            ink = self.theme.ink(roles[0].key)
            told = wrap(", ".join(role.name.en for role in roles), size, room)
            lines += [Line((Span(t, size, ink),)) for t in told]
        return lines

    def _names(self, roles: Iterable[Role], room: float, size: float) -> list[Line]:
        """Roles with their signs; a name wider than a line is broken."""
        lines: list[list[Span]] = [[]]
        for role in roles:
            name = self.zh(role.name.zh) if self.chinese else role.name.en
            ink = self.theme.ink(role.key)
            entry = [Span(self.theme.sign(role.key), size, ink), Span(f"{name} ", size, ink)]
            if lines[-1] and sum(s.width for s in (*lines[-1], *entry)) > room:
                lines.append([])
            if entry[0].width + width(name, size) > room and not lines[-1]:
                first, *rest = wrap(name, size, room - entry[0].width)
                lines[-1] = [entry[0], Span(first, size, ink)]
                lines += [[Span(text, size, ink)] for text in rest]
                continue
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

    def _beside_number(self, cite: Cite, text: str, size: float, colour: str, room: float) -> list[Line]:
        """A text with the number of its clause at the end of the first line."""
        number = Span(cite.number, self.sizes.small, FAINT)
        first, *more = wrap(text, size, room - number.width - 6) or [" "]
        rest = wrap(text[len(first) :].lstrip(), size, room) if more else []
        return [Line((Span(first, size, colour),), (number,)), *(Line((Span(t, size, colour),)) for t in rest)]

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
                out += self._hung((Span(f"{names}:  ", size, ink),), acts, size, room, SOFT)
            else:
                out += self._hung(self._lead(row.roles, size, chinese=False), acts, size, room, text)
        return out

    def _lead(self, roles: tuple[Role, ...], size: float, chinese: bool) -> tuple[Span, ...]:
        spans: list[Span] = []
        for i, role in enumerate(roles):
            ink = self.theme.ink(role.key)
            name = self.zh(role.name.zh) if chinese else role.name.en
            spans += [Span(("" if i == 0 else " ") + self.theme.sign(role.key), size, ink), Span(name, size, ink, True)]
        return (*spans, Span(" " if chinese else ":  ", size))

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
        """Names on as many lines as they need; a name stays with its sign and is broken only if wider than a line."""
        out: list[list[Span]] = [[]]
        for sign, name in zip(lead[:-1:2], lead[1:-1:2], strict=False):
            alone = replace(sign, text=sign.text.strip())
            if out[-1] and sum(s.width for s in (*out[-1], alone, name)) > room:
                out.append([])
            if out[-1]:
                out[-1] += [replace(alone, text=f" {alone.text}"), name]
                continue
            first, *rest = wrap(name.text, name.size, max(room - alone.width, name.size), name.bold) or [""]
            out[-1] += [alone, replace(name, text=first)]
            out += [[replace(name, text=text)] for text in rest]
        return [Line(tuple(spans)) for spans in out if spans]

    def repeat(self, repeat: Repeat, room: float) -> Block:
        """如初, with what it repeats."""
        lines = self._title(Cite(repeat.cite.clause, repeat.quote), room, INK) if self.chinese else []
        span = span_of(repeat)
        what = "、".join(repeat.names) or (repeat.of or (repeat.cite,))[0].phrase
        about = Text(f"如 {span}（{what}）", f"as {span} ({counted_acts(repeat)})")
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
        said = Text(f"⊘ {names.zh}不{acts.zh}", f"⊘ {names.en}: do not {acts.en}")
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
