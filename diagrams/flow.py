"""The flow of a rite: an overview of its sections, a poster of all of it, one section in detail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from fsm.rite import Rite

from .build import Builder, Measures
from .columns import Columns, Room
from .engine import Engine
from .errors import DrawingError
from .extract import scene
from .graph import Graph, dot_text
from .labels import Block, Line, Span, Writer, latin
from .measure import wrap
from .overview import overview
from .packing import ACROSS, DOWN, Shelves, Strip, below, fullest, pack
from .page import A3, A4, MARGIN, Document, Page
from .scene import (
    NO_TEXT,
    Away,
    Branch,
    Card,
    Frame,
    Item,
    Parallel,
    Role,
    SectionInfo,
    Text,
    only,
    rebuilt,
    roles_of,
    undivided,
    walk,
)
from .sheet import Sheet
from .theme import FAINT, FONTS, INK, SOFT, Sizes, Theme, ThemeName

VIEWS = ("overview", "poster", "section")
COLUMN_GAP = 12.0
WAYS = ((1.0, 1, 126.0), (1.0, 2, 126.0), (0.5, 2, 126.0), (1.0, 3, 112.0))
"""How high strips may be, as a share of the page; how many are to stand side by side at least; how wide cards are.

What needs the fewest pages is taken; of several ways the first, in which most stands beside one another.
"""
NARROW = 200.0
"""How wide the strips of a poster may be, for as many as possible to stand side by side."""
STRIP_HEAD = 40.0


class Flow:
    """The flow of a rite, ready to be drawn; a notebook shows it as it is.

    Flow(rite)                                    all sections as cards, A4 landscape
    Flow(rite, "poster")                          all clauses in columns, A3 landscape
    Flow(rite, "section", section="TH-04")        one section in detail, A4
    """

    def __init__(
        self,
        rite: Rite,
        view: str = "overview",
        section: str | None = None,
        *,
        lang: str = "zh-Hant",
        theme: ThemeName = "colour",
        font: str | None = None,
    ) -> None:
        _known("view", view, VIEWS)
        _known("lang", lang, ("zh-Hant", "zh-Hans", "en", "both"))
        _known("theme", theme, ("colour", "mono"))
        self.scene = scene(rite)
        if (view == "section") != (section is not None):
            wanted = "The view “section” needs a section, the others take none."
            raise DrawingError("section-wanted", "view=section 須指明一節，餘不用。", wanted)
        if section is not None:
            _known("section", section, tuple(s.id for s in self.scene.sections))
        self.view = view
        self.section = section
        order = tuple(role.key for role in self.scene.roles)
        sizes = Sizes(heading=8.4, row=7.4, english=7.1, small=7.0) if view == "poster" else Sizes()
        self.writer = Writer(lang, Theme(theme, order, sizes))
        family = FONTS["zh-Hans" if lang == "zh-Hans" else "zh-Hant"]
        self.fonts = tuple(dict.fromkeys((font, *family))) if font else family

    # --- what a caller asks for --------------------------------------------------------------------------------------

    def render(self, format: str = "svg", page: int | None = None, dpi: int = 150) -> bytes:
        """The picture in a format of `svg`, `pdf`, `png`, `dot`."""
        _known("format", format, ("svg", "pdf", "png", "dot"))
        if format == "dot":
            return self.dot().encode()
        from .engine import engine

        found = engine()
        return self.document(found).render(found, format, page, dpi)

    def _repr_svg_(self) -> str:
        return self.render("svg").decode()

    def dot(self) -> str:
        """One graph in the DOT language, not laid out: for Graphviz and whatever else reads it."""
        attrs = {"rankdir": "TB", "nodesep": "0.2", "ranksep": "0.22", "compound": "true", "pad": "0.3"}
        if self.view == "overview":
            from .overview import plain_graph

            return dot_text(
                plain_graph(self.scene, self.writer), {**attrs, "rankdir": "LR", "ranksep": "0.5"}, self.fonts[0]
            )
        items = self.scene.items if self.section is None else only(self.scene.items, self.section)
        builder = Builder(self.writer, self.measures, self.titles)
        builder.items(items, [])
        return dot_text(builder.graph, attrs, self.fonts[0])

    @property
    def measures(self) -> Measures:
        if self.view == "poster":
            wide = 110.0 if self.writer.english else 94.0
            return Measures(card=wide, arm=wide * 0.86, guard=56, compact=True)
        return Measures(card=126, arm=92)

    def document(self, engine: Engine) -> Document:
        """The pages, laid out."""
        match self.view:
            case "overview":
                pages = overview(self.scene, self.writer, engine, self.fonts[0])
            case "poster":
                pages = self._poster(engine)
            case _:
                pages = self._section(engine)
        title, _ = self._title()
        words = Text(
            f"{self.scene.title.zh}：{title.zh}。出{self.scene.source}。",
            f"{self.scene.title.en}: {title.en}. A diagram of the flow of the rite, {self.scene.profile.en}.",
        )
        return Document(
            tuple(pages), self.writer.plain(title, " "), self.writer.plain(words, " "), self.writer.lang, self.fonts
        )

    # --- a section ---------------------------------------------------------------------------------------

    def _title(self) -> tuple[Text, Text]:
        if self.section is None:
            whole = Text("流程全圖", "the whole rite")
            if self.view == "overview":
                whole = Text("流程總圖", "overview of the rite")
            return Text(f"{self.scene.title.zh}　{whole.zh}", f"{self.scene.title.en}: {whole.en}"), NO_TEXT
        info = self.scene.section(self.section)
        return info.title, Text(f"{self.scene.title.zh}　{info.id}", f"{self.scene.title.en}, section {info.id}")

    def _section(self, engine: Engine) -> list[Page]:
        assert self.section is not None
        info = self.scene.section(self.section)
        condition, items = conditional(_trimmed(only(self.scene.items, info.id)))
        roles = info.roles
        sheet = Sheet(self.scene, self.writer, A4)
        title, under = self._title()
        if condition:
            under = Text(f"{under.zh}　{condition.zh}", f"{under.en}, {condition.en}")
        _, top = sheet.new(title, under)
        room = A4[1] - MARGIN - top - sheet.legend_height(roles) - 8
        ways: list[list[Shelves]] = []
        for share, abreast, card in WAYS if info.roles else WAYS[:1]:
            wide = (sheet.inner - (abreast - 1) * ACROSS) / abreast
            space = Room(room, wide, sheet.inner, aim=share * room)
            measures = replace(self.measures, card=card)
            graphs = self._columns(items, space, engine, measures) if info.roles else []
            flow = list(map(Strip, graphs))
            left = room - sum(s.height + DOWN for s in pack(flow, sheet.inner, room)[-1]) if flow else 0
            for high in dict.fromkeys((room, left if left > 0.2 * room else room)):
                tables = [Strip(_table(block)) for block in self._tables(info, high)]
                ways.append(pack([*flow, *tables], sheet.inner, room))
        return self._drawn(fullest(ways), sheet, (title, under), top, roles)

    def _columns(self, items: tuple[Item, ...], room: Room, engine: Engine, measures: Measures) -> list[Graph]:
        return Columns(items, room, self.writer, self.titles, engine, self.fonts[0]).graphs(measures)

    @property
    def titles(self) -> dict[str, Text]:
        """The titles of the sections, by id."""
        return {s.id: s.title for s in self.scene.sections}

    def _drawn(
        self,
        packed: list[Shelves],
        sheet: Sheet,
        titles: tuple[Text, Text],
        top: float,
        roles: tuple[Role, ...],
        conditions: Mapping[str, Text] = MappingProxyType({}),
    ) -> list[Page]:
        """The pages with their strips, spread over the width of each."""
        pages: list[Page] = []
        seen: set[str] = set()
        for number, shelves in enumerate(packed, 1):
            page, _ = sheet.new(*titles, number, len(packed))
            y, place = top, 0
            for shelf in shelves:
                count = len(shelf.stacks)
                spare = sheet.inner - sum(stack.width for stack in shelf.stacks)
                gap = min(spare / max(count, 1), 60.0)
                left = MARGIN + (spare - gap * (count - 1)) / 2
                for stack in shelf.stacks:
                    below = y
                    for strip in stack.strips:
                        place += 1
                        if strip.head:
                            name = strip.section, conditions.get(strip.section, NO_TEXT), strip.section in seen
                            page.put(self._strip_title(*name, stack.width), left, below, f"section {place}")
                            page.rule(left, left + stack.width, below + 27, f"section rule {place}", "#333333")
                        middle = left + (stack.width - strip.graph.width) / 2
                        page.insert(strip.graph, middle, below + max(strip.head - 6, 0), f"c{place} ")
                        seen.add(strip.section)
                        below += strip.height + DOWN
                    left += stack.width + gap
                y += shelf.height + DOWN
            if roles:
                sheet.legend(page, roles)
            pages.append(page)
        return pages

    def _tables(self, info: SectionInfo, room: float) -> list[Block]:
        """Clauses without acts of their own, and the readings taken, in columns."""
        wide = (A4[0] - 2 * MARGIN - 2 * COLUMN_GAP) / 3
        sizes, writer = self.writer.sizes, self.writer
        groups: list[list[Line]] = []
        if info.remarks:
            heading = self._heading(Text("餘句", "Other clauses") if info.roles else Text("諸句", "Clauses"))
        for remark in info.remarks:
            lines: list[Line] = []
            if writer.chinese:
                name = f"{remark.cite.number}  {writer.zh(remark.cite.phrase)}"
                lines += [Line((Span(t, sizes.row, INK, True),)) for t in wrap(name, sizes.row, wide, True)]
                lines += writer.lines(remark.text, wide, sizes.row, sizes.english, SOFT)
            else:
                about = latin(f"{remark.cite.number}  {remark.text.en}")
                lines += [Line((Span(t, sizes.row, INK),)) for t in wrap(about, sizes.row, wide)]
            groups.append([*heading, *lines, _space(3)])
            heading = []
        if info.readings:
            heading = [*([GAP] if groups else []), *self._heading(Text("異說所從", "Readings taken"))]
        for taken in info.readings:
            by = Text("、".join(h.zh for h in taken.holders), ", ".join(h.en for h in taken.holders))
            about = taken.about.en if writer.chinese else f"{taken.id}  {taken.about.en}"
            what = Text(f"{taken.id}  {taken.about.zh}", about)
            lines = writer.lines(what, wide, sizes.row, sizes.english, INK, bold=True)
            said = Text(f"{taken.position.zh}（{by.zh}）", f"{taken.position.en} ({by.en})")
            groups.append([*heading, *lines, *writer.lines(said, wide, sizes.row, sizes.english, SOFT), _space(3)])
            heading = []
        columns: list[list[Line]] = [[]]
        used = 0.0
        for group in groups:
            height = sum(line.height for line in group)
            if columns[-1] and used + height > room:
                columns.append([])
                used = 0.0
            columns[-1] += group if columns[-1] or group[0] != GAP else group[1:]
            used += height
        return [Block(tuple(lines), wide) for lines in columns if lines]

    def _heading(self, text: Text) -> list[Line]:
        return [Line((Span(self.writer.plain(text, " "), self.writer.sizes.heading, INK, True),)), _space(3)]

    # --- the poster --------------------------------------------------------------------------------------------------

    def _poster(self, engine: Engine) -> list[Page]:
        landscape = (A3[1], A3[0])
        sheet = Sheet(self.scene, self.writer, landscape)
        title, under = self._title()
        roles = self.scene.acting
        _, top = sheet.new(title, under)
        room = landscape[1] - MARGIN - top - sheet.legend_height(roles) - 14
        strips: list[Strip] = []
        conditions: dict[str, Text] = {}
        for info in self.scene.drawn:
            condition, items = conditional(compressed(pure(only(self.scene.items, info.id))))
            conditions[info.id] = condition
            if not any(isinstance(i, Card) or roles_of(i) for i in walk(items)):
                continue
            high = room - STRIP_HEAD
            left = below(pack(strips, sheet.inner, room)) - STRIP_HEAD if strips else 0
            space = Room(high, NARROW, sheet.inner)
            ways: list[list[Graph]] = []
            if left > 0.2 * high:
                begun = self._columns(items, replace(space, first=left), engine, self.measures)
                ways = [begun] if begun[0].height <= left else []
            # What is short is not divided where it may as well stand whole beside the last.
            if not ways or (len(ways[0]) > 1 and sum(graph.height for graph in ways[0]) < high):
                ways.append(self._columns(items, space, engine, self.measures))
            strips = min(
                ([*strips, *(Strip(graph, info.id, STRIP_HEAD) for graph in graphs)] for graphs in ways),
                key=lambda tried: (len(pack(tried, sheet.inner, room)), len(tried)),
            )
        return self._drawn(pack(strips, sheet.inner, room), sheet, (title, NO_TEXT), top, roles, conditions)

    def _strip_title(self, id: str, condition: Text, again: bool, wide: float) -> Block:
        writer, title = self.writer, self.scene.section(id).title
        size = 10.0 if writer.chinese else 8.5
        text = writer.zh(title.zh) if writer.chinese else title.en
        first, *rest = wrap(text, size, wide - size, True)
        more = Text("（續）", "(continued)") if again else NO_TEXT
        when = NO_TEXT if again else condition
        said = (id, more.zh, when.zh) if writer.chinese else (id, more.en, when.en)
        also = title.en if writer.lang == "both" else ""
        above, *left = wrap(writer.zh("  ".join(filter(None, (*said[:2], also, *said[2:])))), 7.0, wide - 7.0)
        above = f"{above} …" if left else above
        name = f"{first} …" if rest else first
        return Block((Line((Span(above, 7.0, FAINT),)), Line((Span(name, size, INK, True),))), wide)


def _space(height: float) -> Line:
    return Line((Span(" ", height),))


GAP = _space(9)
"""Above a heading that does not stand at the top."""


def _table(block: Block) -> Graph:
    """A block of text as a graph of one node."""
    graph = Graph(width=block.width, height=block.height)
    page = Page(block.width, block.height)
    page.put(block, 0, 0, "table")
    graph.nodes, graph.top = page.graph.nodes, page.graph.top
    return graph


def _trimmed(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """At the ends only the section one comes from, and the one that follows."""
    out = list(items)
    if out and isinstance(out[0], Away):
        out[0] = Away(out[0].sections[-1:])
    if len(out) > 1 and isinstance(out[-1], Away):
        out[-1] = Away(out[-1].sections[:1])
    return tuple(out)


def conditional(items: tuple[Item, ...]) -> tuple[Text, tuple[Item, ...]]:
    """Under which condition all of a section is done, if there is one, and the items without it."""
    kept = [item for item in items if not isinstance(item, Away)]
    match kept:
        case [Branch(arms=(arm,), otherwise=True, rest=rest)]:
            text = Text(f"若 [{arm.guard.zh}]", f"if [{arm.guard.en}]")
            if rest:
                text = Text(f"{text.zh}，{rest.zh}則否", f"{text.en}; not if {rest.en}")
            place = items.index(kept[0])
            return text, (*items[:place], *arm.items, *items[place + 1 :])
    return NO_TEXT, items


def pure(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Without pointers to other sections, and without what is then empty."""
    out: list[Item] = []
    for item in items:
        part = rebuilt(item, pure)
        match part:
            case Away():
                continue
            case Frame(items=()):
                continue
            case Branch() | Parallel():
                arms = tuple(arm for arm in part.arms if arm.items)
                if arms and isinstance(part, Branch):
                    out += undivided(replace(part, arms=arms, otherwise=part.otherwise or len(arms) < len(part.arms)))
                elif len(arms) > 1:
                    out.append(replace(part, arms=arms))
                elif arms:
                    out += arms[0].items
                continue
        out.append(part)
    return tuple(out)


def compressed(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """One card for each clause, as far as its acts stand together."""
    out: list[Item] = []
    for item in items:
        last = out[-1] if out else None
        if isinstance(item, Card) and isinstance(last, Card) and item.cite == last.cite and not item.crossing:
            mark = last.mark if "attested" not in (last.mark, item.mark) else "attested"
            out[-1] = replace(last, rows=last.rows + item.rows, mark=mark, by=last.by + item.by)
        else:
            out.append(rebuilt(item, compressed))
    return tuple(out)


def _known(what: str, asked: str, known: tuple[str, ...]) -> None:
    if asked not in known:
        there = ", ".join(known)
        raise DrawingError(
            f"unknown-{what}", f"無此 {what}：{asked}；有：{there}", f"no {what} {asked!r}; there are {there}"
        )
