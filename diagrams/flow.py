"""The flow of a rite: an overview of its sections, a poster of all of it, one section in detail."""

from __future__ import annotations

from dataclasses import replace

from fsm.rite import Rite

from .build import Builder, Exit, Measures
from .engine import Engine
from .errors import DrawingError
from .extract import roles_of, scene
from .graph import Graph, dot_text
from .labels import Block, Line, Span, Writer
from .measure import wrap
from .overview import overview
from .page import A3, A4, MARGIN, Document, Page, lay_out
from .paging import Divider, unnested
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
    walk,
)
from .sheet import Sheet
from .theme import FAINT, FONTS, INK, SOFT, Sizes, Theme, ThemeName

VIEWS = ("overview", "poster", "section")
COLUMN_GAP = 12.0
STRIP_HEAD = 40.0
FULL = 1.6
"""How much more is first put into a column than by its cards alone would fit: cards in one box need less."""
TOO_LARGE = ("此節有一處過大，一頁容不下。", "A part of this section is too large for a page.")


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
            wide = 110.0 if self.writer.lang == "both" else 100.0
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
        items = _trimmed(only(self.scene.items, info.id))
        roles = info.roles
        sheet = Sheet(self.scene, self.writer, A4)
        title, under = self._title()
        _, top = sheet.new(title, under)
        room = A4[1] - MARGIN - top - sheet.legend_height(roles) - 8
        graphs = self._columns(items, engine, room, A4[0] - 2 * MARGIN) if info.roles else []
        graphs += [_table(block) for block in self._tables(info, room)]
        return self._flow_into(sheet, title, under, [("", g) for g in graphs], roles)

    def _columns(self, items: tuple[Item, ...], engine: Engine, room: float, across: float) -> list[Graph]:
        """The items as graphs, none higher than the room or wider than the page."""
        measures = self.measures
        rooms: dict[int, float] = {}
        known: dict[tuple[int, bool, tuple[Item, ...]], Graph] = {}
        heights: dict[int, tuple[Item, float]] = {}
        for _ in range(240):
            parts = self._parts(items, (room * FULL, across), rooms, measures, heights)
            for i, part in enumerate(parts):
                key = (i, i + 1 < len(parts), part)
                if key not in known:
                    known[key] = self._laid(part, i, i + 1 < len(parts), engine, measures)
                graph = known[key]
                if graph.width > across:
                    if measures.arm <= 84:
                        raise DrawingError("too-large", *TOO_LARGE)
                    measures = replace(measures, arm=measures.arm * 0.86, guard=max(50, measures.guard * 0.9))
                    rooms, known, heights = {}, {}, {}
                    break
                if graph.height > room:
                    rooms[i] = rooms.get(i, room * FULL) * min(0.97, room / graph.height)
                    break
            else:
                return [known[i, i + 1 < len(parts), part] for i, part in enumerate(parts)]
        raise DrawingError("too-large", *TOO_LARGE)

    def _parts(
        self,
        items: tuple[Item, ...],
        page: tuple[float, float],
        rooms: dict[int, float],
        measures: Measures,
        heights: dict[int, tuple[Item, float]],
    ) -> list[tuple[Item, ...]]:
        ruler = Builder(self.writer, measures, self.titles)

        def leaf(item: Item) -> float:
            # Measured once: by identity, for to hash a card is as long as to measure it.
            if id(item) not in heights:
                heights[id(item)] = item, ruler.block(item, measures.card).height + 6  # type: ignore[arg-type]
            return heights[id(item)][1]

        room, across = page
        divided = Divider(room, (across, measures.card, measures.arm), leaf, rooms).divide(items)
        return [tuple(map(unnested, part)) for part in divided]

    def _laid(self, part: tuple[Item, ...], place: int, more: bool, engine: Engine, measures: Measures) -> Graph:
        """One stretch as a graph, with the signs of what goes before and after."""
        builder = Builder(self.writer, measures, self.titles, prefix=f"{place + 1}/" if place or more else "")
        out = builder.items(part, [Exit(self._turn(builder, place))] if place else [])
        if more and out:
            builder.join(out, self._turn(builder, place + 1))
        return lay_out(builder.graph, engine, self.fonts[0])

    @property
    def titles(self) -> dict[str, Text]:
        """The titles of the sections, by id."""
        return {s.id: s.title for s in self.scene.sections}

    def _turn(self, builder: Builder, number: int) -> str:
        """The sign at which one column leaves off and the next begins."""
        block = Block((Line((Span(str(number), self.writer.sizes.small, SOFT),), align="CENTER"),))
        return builder.node("turn", block, shape="circle", margin="0.01", width="0.17", height="0.17", color=FAINT)

    def _flow_into(
        self, sheet: Sheet, title: Text, under: Text, graphs: list[tuple[str, Graph]], roles: tuple[Role, ...]
    ) -> list[Page]:
        """Puts graphs side by side on as many pages as they need."""
        rows: list[list[Graph]] = [[]]
        used = 0.0
        for _, graph in graphs:
            if rows[-1] and used + graph.width > sheet.inner:
                rows.append([])
                used = 0.0
            rows[-1].append(graph)
            used += graph.width + COLUMN_GAP
        pages: list[Page] = []
        for number, row in enumerate(rows, 1):
            page, top = sheet.new(title, under, number, len(rows))
            spare = sheet.inner - sum(g.width for g in row)
            gap = min(spare / max(len(row), 1), 60.0)
            left = MARGIN + (spare - gap * (len(row) - 1)) / 2
            for i, graph in enumerate(row):
                page.insert(graph, left, top, f"c{i + 1} " if len(row) > 1 else "")
                left += graph.width + gap
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
            rest = Text("餘句", "Other clauses") if info.roles else Text("諸句", "Clauses")
            groups.append(self._heading(rest))
        for remark in info.remarks:
            lines: list[Line] = []
            if writer.chinese:
                name = f"{remark.cite.number}  {writer.zh(remark.cite.phrase)}"
                lines += [Line((Span(t, sizes.row, INK, True),)) for t in wrap(name, sizes.row, wide, True)]
                lines += writer.lines(remark.text, wide, sizes.row, sizes.english, SOFT)
            else:
                about = f"{remark.cite.number}  {remark.text.en}"
                lines += [Line((Span(t, sizes.row, INK),)) for t in wrap(about, sizes.row, wide)]
            groups.append([*lines, _space(3)])
        if info.readings:
            groups.append(self._heading(Text("異說所從", "Readings taken")))
        for taken in info.readings:
            by = Text("、".join(h.zh for h in taken.holders), ", ".join(h.en for h in taken.holders))
            about = taken.about.en if writer.chinese else f"{taken.id}  {taken.about.en}"
            what = Text(f"{taken.id}  {taken.about.zh}", about)
            lines = writer.lines(what, wide, sizes.row, sizes.english, INK, bold=True)
            said = Text(f"{taken.position.zh}（{by.zh}）", f"{taken.position.en} ({by.en})")
            groups.append([*lines, *writer.lines(said, wide, sizes.row, sizes.english, SOFT), _space(3)])
        columns: list[list[Line]] = [[]]
        used = 0.0
        for group in groups:
            height = sum(line.height for line in group)
            if columns[-1] and used + height > room:
                columns.append([])
                used = 0.0
            columns[-1] += group
            used += height
        return [Block(tuple(lines), wide) for lines in columns if lines]

    def _heading(self, text: Text) -> list[Line]:
        return [Line((Span(self.writer.plain(text, " "), self.writer.sizes.heading, INK, True),)), _space(3)]

    # --- the poster --------------------------------------------------------------------------------------------------

    def _poster(self, engine: Engine) -> list[Page]:
        landscape = (A3[1], A3[0])
        sheet = Sheet(self.scene, self.writer, landscape)
        title, under = self._title()
        roles = self.scene.roles
        _, top = sheet.new(title, under)
        room = landscape[1] - MARGIN - top - sheet.legend_height(roles) - 14
        strips: list[tuple[str, Graph]] = []
        for info in self.scene.sections:
            items = compressed(pure(only(self.scene.items, info.id)))
            if not any(isinstance(i, Card) or roles_of(i) for i in walk(items)):
                continue
            strips += [(info.id, g) for g in self._columns(items, engine, room - STRIP_HEAD, landscape[0] - 2 * MARGIN)]
        return self._strips(sheet, title, _stacked(strips, room), top)

    def _strips(self, sheet: Sheet, title: Text, stacks: list[list[tuple[str, Graph]]], top: float) -> list[Page]:
        strip_gap = 14.0
        rows: list[list[list[tuple[str, Graph]]]] = [[]]
        used = 0.0
        for stack in stacks:
            wide = _across(stack) + strip_gap
            if rows[-1] and used + wide > sheet.inner + strip_gap:
                rows.append([])
                used = 0.0
            rows[-1].append(stack)
            used += wide
        pages: list[Page] = []
        seen: set[str] = set()
        for number, row in enumerate(rows, 1):
            page, _ = sheet.new(title, NO_TEXT, number, len(rows))
            spare = sheet.inner - sum(map(_across, row))
            gap = min(44.0, spare / max(len(row) - 1, 1))
            left = MARGIN + (spare - gap * (len(row) - 1)) / 2
            for i, stack in enumerate(row):
                wide, y = _across(stack), top
                for id, graph in stack:
                    page.put(self._strip_title(id, wide, again=id in seen), left, y, f"section {i} {id}")
                    seen.add(id)
                    page.rule(left, left + wide, y + 27, f"section rule {i} {id}", "#333333")
                    page.insert(graph, left + (wide - graph.width) / 2, y + STRIP_HEAD - 6, f"{id} {i} ")
                    y += graph.height + STRIP_HEAD + 8
                left += wide + gap
            sheet.legend(page, self.scene.roles)
            pages.append(page)
        return pages

    def _strip_title(self, id: str, wide: float, again: bool) -> Block:
        title = self.scene.section(id).title
        more = Text("（續）", " (continued)") if again else NO_TEXT
        text = self.writer.zh(title.zh + more.zh) if self.writer.chinese else title.en + more.en
        size = 10.0 if self.writer.chinese else 8.5
        name = wrap(text, size, wide, True)[0]
        return Block((Line((Span(id, 7.0, FAINT),)), Line((Span(name, size, INK, True),))), wide)


def _across(stack: list[tuple[str, Graph]]) -> float:
    """How wide a column of strips is."""
    return max(96.0, *(graph.width for _, graph in stack))


def _stacked(strips: list[tuple[str, Graph]], room: float) -> list[list[tuple[str, Graph]]]:
    """Strips that follow one another, in one column where both fit."""
    out: list[list[tuple[str, Graph]]] = []
    used = 0.0
    for id, graph in strips:
        high = graph.height + STRIP_HEAD + 8
        if out and used + high <= room and abs(graph.width - _across(out[-1])) < 110:
            out[-1].append((id, graph))
            used += high
        else:
            out.append([(id, graph)])
            used = high
    return out


def _space(height: float) -> Line:
    return Line((Span(" ", height),))


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
                    out.append(replace(part, arms=arms, otherwise=part.otherwise or len(arms) < len(part.arms)))
                elif arms:
                    out.append(replace(part, arms=arms))
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
