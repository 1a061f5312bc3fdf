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
from .paging import Divider
from .scene import NO_TEXT, Card, Item, Role, Scene, SectionInfo, Text, only, rebuilt, walk
from .sheet import Sheet
from .theme import FAINT, FONTS, INK, SOFT, Sizes, Theme, ThemeName

VIEWS = ("overview", "poster", "section")
COLUMN_GAP = 20.0


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
        lang: str = "zh-Hant",
        theme: ThemeName = "colour",
        font: str | None = None,
    ) -> None:
        _known("view", view, VIEWS)
        _known("lang", lang, ("zh-Hant", "zh-Hans", "en", "both"))
        _known("theme", theme, ("colour", "mono"))
        self.scene = scene(rite)
        if (view == "section") != (section is not None):
            raise DrawingError("section-wanted", "view=section 須指明一節。", "The view “section” needs a section, the others take none.")
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
        titles = {s.id: s.title for s in self.scene.sections}
        attrs = {"rankdir": "TB", "nodesep": "0.2", "ranksep": "0.22", "compound": "true", "pad": "0.3"}
        if self.view == "overview":
            from .overview import plain_graph

            return dot_text(plain_graph(self.scene, self.writer), {**attrs, "rankdir": "LR", "ranksep": "0.5"}, self.fonts[0])
        items = self.scene.items if self.section is None else only(self.scene.items, self.section)
        builder = Builder(self.writer, self.measures, titles)
        builder.items(items, [])
        return dot_text(builder.graph, attrs, self.fonts[0])

    @property
    def measures(self) -> Measures:
        if self.view == "poster":
            wide = 118.0 if self.writer.lang == "both" else 104.0
            return Measures(card=wide, arm=wide * 0.86, guard=56, compact=True)
        return Measures(card=172 if self.writer.chinese else 164)

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
        return Document(tuple(pages), self.writer.plain(title, " "), self.writer.plain(words, " "), self.writer.lang, self.fonts)

    # --- a section -----------------------------------------------------------------------------------------------------

    def _title(self) -> tuple[Text, Text]:
        if self.section is None:
            whole = Text("流程總圖", "overview of the rite") if self.view == "overview" else Text("流程全圖", "the whole rite")
            return Text(f"{self.scene.title.zh}　{whole.zh}", f"{self.scene.title.en}: {whole.en}"), NO_TEXT
        info = self.scene.section(self.section)
        return info.title, Text(f"{self.scene.title.zh}　{info.id}", f"{self.scene.title.en}, section {info.id}")

    def _section(self, engine: Engine) -> list[Page]:
        assert self.section is not None
        info = self.scene.section(self.section)
        items = only(self.scene.items, info.id)
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
        target = room
        for _ in range(14):
            graphs = self._laid(items, engine, target, measures)
            if all(g.width <= across for g in graphs):
                if all(g.height <= room for g in graphs):
                    return graphs
                target *= 0.93
            else:
                measures = replace(measures, arm=max(84, measures.arm * 0.86), guard=max(50, measures.guard * 0.9))
                target *= 0.97
        raise DrawingError("too-large", "此節有一處過大，一頁容不下。", "A part of this section is too large for a page.")

    def _laid(self, items: tuple[Item, ...], engine: Engine, room: float, measures: Measures) -> list[Graph]:
        titles = {s.id: s.title for s in self.scene.sections}
        ruler = Builder(self.writer, measures, titles)

        def leaf(item: Item) -> float:
            return ruler.block(item, measures.card).height + 6  # type: ignore[arg-type]

        parts = Divider(room - 30, leaf).divide(items)
        graphs: list[Graph] = []
        for i, part in enumerate(parts):
            builder = Builder(self.writer, measures, titles, prefix=f"{i + 1}/" if len(parts) > 1 else "")
            start: list[Exit] = []
            if i:
                start = [Exit(self._turn(builder, i))]
            out = builder.items(part, start)
            if i + 1 < len(parts):
                turn = self._turn(builder, i + 1)
                builder._join(out, turn)
            graphs.append(lay_out(builder.graph, engine, self.fonts[0]))
        return graphs

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
            sheet.legend(page, roles)
            pages.append(page)
        return pages

    def _tables(self, info: SectionInfo, room: float) -> list[Block]:
        """Clauses without acts of their own, and the readings taken, in columns."""
        wide = (A4[0] - 2 * MARGIN - COLUMN_GAP) / 2
        sizes, writer = self.writer.sizes, self.writer
        groups: list[list[Line]] = []
        if info.remarks:
            groups.append(self._heading(Text("餘句", "Other clauses")))
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
            what = Text(f"{taken.id}  {taken.about.zh}", f"{taken.id}  {taken.about.en}")
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
            items = compressed(only(self.scene.items, info.id))
            if not any(isinstance(i, Card) or roles_of(i) for i in walk(items)):
                continue
            strips += [(info.id, g) for g in self._columns(items, engine, room - 40, landscape[0] - 2 * MARGIN)]
        return self._strips(sheet, title, strips, roles, top)

    def _strips(self, sheet: Sheet, title: Text, strips: list[tuple[str, Graph]], roles: tuple[Role, ...], top: float) -> list[Page]:
        gap = 14.0
        rows: list[list[tuple[str, Graph]]] = [[]]
        used = 0.0
        for id, graph in strips:
            wide = max(graph.width, 96) + gap
            if rows[-1] and used + wide > sheet.inner + gap:
                rows.append([])
                used = 0.0
            rows[-1].append((id, graph))
            used += wide
        pages: list[Page] = []
        seen: set[str] = set()
        for number, row in enumerate(rows, 1):
            page, _ = sheet.new(title, NO_TEXT, number, len(rows))
            spare = sheet.inner - sum(max(g.width, 96) for _, g in row)
            gap = min(30.0, spare / max(len(row) - 1, 1))
            left = MARGIN + (spare - gap * (len(row) - 1)) / 2
            for i, (id, graph) in enumerate(row):
                wide = max(graph.width, 96)
                block = self._strip_title(id, wide, again=id in seen)
                seen.add(id)
                page.put(block, left, top, f"section {i} {id}")
                page.rule(left, top + 31, left + wide, top + 31, f"section rule {i}", "#333333")
                page.insert(graph, left + (wide - graph.width) / 2, top + 38, f"{id} {i} ")
                left += wide + gap
            sheet.legend(page, roles)
            pages.append(page)
        return pages

    def _strip_title(self, id: str, wide: float, again: bool) -> Block:
        title = self.scene.section(id).title
        more = Text("（續）", " (continued)") if again else NO_TEXT
        lines = [Line((Span(id, 7.0, FAINT),), align="CENTER")]
        text = Text(title.zh + more.zh, title.en + more.en)
        if self.writer.lang == "both":
            lines += [Line((Span(wrap(text.zh, 10, wide, True)[0], 10, INK, True),), align="CENTER")]
        else:
            lines += self.writer.lines(text, wide, 10, 8, INK, bold=True, align="CENTER")[:2]
        return Block(tuple(lines), wide)


def _space(height: float) -> Line:
    return Line((Span(" ", height),))


def _table(block: Block) -> Graph:
    """A block of text as a graph of one node."""
    graph = Graph(width=block.width, height=block.height)
    page = Page(block.width, block.height)
    page.put(block, 0, 0, "table")
    graph.nodes, graph.top = page.graph.nodes, page.graph.top
    return graph


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
        raise DrawingError(f"unknown-{what}", f"無此 {what}：{asked}；有：{'、'.join(known)}", f"no {what} {asked!r}; there are {', '.join(known)}")
