"""The overview: sections as cards in rows on one sheet, with arrows in the gutters between them."""

from __future__ import annotations

import functools
import itertools
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from .engine import Engine
from .graph import Edge, Graph, Node
from .labels import Block, Line, Span, Writer, latin
from .measure import width
from .page import A4, MARGIN, Page
from .scene import (
    NO_TEXT,
    Ban,
    Branch,
    Card,
    Cite,
    Frame,
    Item,
    Parallel,
    Repeat,
    Role,
    Scene,
    SectionInfo,
    Text,
    cites_of,
    roles_of,
    walk,
)
from .sheet import Sheet
from .theme import FAINT, INK, SOFT
from .wording import either

LANE = 15.0
"""Between two arrows in a gutter, with room for a label."""


@dataclass(frozen=True, slots=True)
class Link:
    """From one section to another: a step on, under a guard perhaps, or a way back."""

    tail: str
    head: str
    guard: Text
    back: bool


def links(items: tuple[Item, ...]) -> list[Link]:
    """How the flow passes from section to section."""
    found: dict[tuple[str, str, bool], list[Text]] = {}

    def note(tail: str, head: str, guard: Text, back: bool) -> None:
        if tail and (tail != head or (back and guard)):
            found.setdefault((tail, head, back), []).append(guard)

    def merge(exits: Iterable[tuple[str, Text]]) -> list[tuple[str, Text]]:
        seen: dict[str, Text] = {}
        for section, guard in exits:
            seen[section] = guard if section not in seen or seen[section] == guard else NO_TEXT
        return list(seen.items())

    def run(items: tuple[Item, ...], exits: list[tuple[str, Text]]) -> tuple[str, list[tuple[str, Text]]]:
        first = ""
        for item in items:
            match item:
                case Card() | Repeat() | Ban():
                    for tail, guard in exits:
                        note(tail, item.cite.section, guard, False)
                    exits = [(item.cite.section, NO_TEXT)]
                    begun = item.cite.section
                case Frame():
                    begun, exits = run(item.items, exits)
                    if item.kind == "loop":
                        for tail, guard in exits:
                            note(tail, begun, guard if tail == begun else item.label, True)
                case Branch():
                    outs: list[tuple[str, Text]] = []
                    begun = ""
                    for arm in item.arms:
                        entry, out = run(arm.items, [(tail, guard or arm.guard) for tail, guard in exits])
                        begun = begun or entry
                        outs += out
                    if item.otherwise:
                        outs += [(tail, guard or item.rest) for tail, guard in exits]
                    exits = merge(outs)
                case Parallel():
                    outs, begun = [], ""
                    for arm in item.arms:
                        entry, out = run(arm.items, exits)
                        begun = begun or entry
                        outs += out
                    exits = merge(outs)
                case _:
                    begun = ""
            first = first or begun
        return first, exits

    run(items, [])
    out = []
    for (tail, head, back), guards in found.items():
        distinct = list(dict.fromkeys(guards))
        always = NO_TEXT in distinct and not back
        guard = NO_TEXT if always else distinct[0] if back else functools.reduce(either, distinct)
        out.append(Link(tail, head, guard, back))
    return out


def _roundabout(link: Link, links: list[Link]) -> bool:
    """Whether other arrows lead the same way with more stops, so that it says only that sections overlap in time."""
    seen, queue = {link.tail}, [link.tail]
    while queue:
        at = queue.pop()
        for other in links:
            if other.tail == at and not other.back and other != link and other.head not in seen:
                if other.head == link.head:
                    return True
                seen.add(other.head)
                queue.append(other.head)
    return False


# --- cards -----------------------------------------------------------------------------------------------------------


Entry = tuple[tuple[Role, ...], Cite, Text]
"""Who acts, the clause, and what it says."""


def entries(scene: Scene, info: SectionInfo) -> list[Entry]:
    """The key acts of a section: the clauses with acts that the text itself states, each once."""
    found: dict[str, Entry] = {}
    for item in walk(scene.items):
        if isinstance(item, (Frame, Branch, Parallel)) or not cites_of(item):
            continue
        cite = cites_of(item)[0]
        if cite.section != info.id or isinstance(item, Ban) or (isinstance(item, Card) and item.mark != "attested"):
            continue
        roles = tuple(dict.fromkeys(roles_of(item)))
        phrase = item.quote if isinstance(item, Repeat) else cite.phrase
        if isinstance(item, Card):
            verbs = item.rows[0].acts[0].en
            said = Text(phrase, re.split(r" →| \(|, | “", verbs)[0])
        else:
            said = Text(phrase, "as before")
        if cite.clause in found:
            roles = tuple(dict.fromkeys(found[cite.clause][0] + roles))
            said = found[cite.clause][2]
        found[cite.clause] = (roles, cite, said)
    if not found:
        for remark in info.remarks:
            found[remark.cite.clause] = ((), remark.cite, Text(remark.cite.phrase, remark.text.en))
    return sorted(found.values(), key=lambda entry: entry[1].clause)


def _counted(listed: list[Entry]) -> list[Entry]:
    """The entries for a reader of English only; what says the same several times running is said once."""
    out: list[Entry] = []
    for (roles, said), same in itertools.groupby(listed, lambda entry: (entry[0], entry[2].en)):
        first, *more = same
        out.append((roles, first[1], Text("", f"{said} ×{len(more) + 1}")) if more else first)
    return out


def section_card(scene: Scene, info: SectionInfo, writer: Writer, room: float, most: int) -> Block:
    """The card of a section: title, then its key acts, each with the dots of those who do it."""
    sizes = writer.sizes
    lines = [Line((Span(info.id, sizes.small, FAINT),))]
    lines += writer.lines(info.title, room, 12.5, 8.0, INK, bold=True)
    lines.append(Line((Span(" ", 2.5),)))
    listed = entries(scene, info) if writer.chinese else _counted(entries(scene, info))
    size = sizes.row if writer.chinese else sizes.english
    shown = listed if len(listed) <= most else listed[: most - 1]
    for roles, _, said in shown:
        keys = list(dict.fromkeys(role.key for role in roles))[:3]
        dots = [Span(writer.theme.sign(key), size, writer.theme.ink(key)) for key in keys]
        dots = dots or [Span("·", size, FAINT)]
        text = writer.zh(said.zh) if writer.chinese else latin(said.en)
        left = room - sum(d.width for d in dots) - 3
        spans = [*dots, Span(" " + _cut(text, size, left), size, INK)]
        left -= spans[-1].width + 4
        if writer.lang == "both" and left > 40:
            spans.append(Span("  " + _cut(latin(said.en), sizes.small, left - 4), sizes.small, SOFT))
        lines.append(Line(tuple(spans)))
    if len(shown) < len(listed):
        rest = len(listed) - len(shown)
        text = writer.plain(Text(f"……又 {rest} 句", f"… and {rest} more"), " ")
        lines.append(Line((Span(text, sizes.small, FAINT),)))
    return Block(tuple(lines), room)


def _cut(text: str, size: float, room: float) -> str:
    """As much of a text as fits on a line."""
    if width(text, size) <= room:
        return text
    while text and width(text.rstrip(" ,;:(") + "…", size) > room:
        text = text[:-1]
    return text.rstrip(" ,;:(") + "…"


def plain_graph(scene: Scene, writer: Writer) -> Graph:
    """The overview as an ordinary graph, not laid out."""
    graph = Graph()
    for info in scene.drawn:
        block = section_card(scene, info, writer, 130, 14)
        attrs = {"shape": "box", "style": "rounded,filled", "fillcolor": writer.theme.panel, "color": SOFT}
        graph.nodes[info.id] = Node(info.id, block.html, attrs, block)
        graph.top.nodes.append(info.id)
    for link in links(scene.items):
        if not {link.tail, link.head} <= set(graph.nodes):
            continue
        label = writer.guard(link.guard, 90) if link.guard else None
        attrs = {"style": "dashed", "constraint": "false"} if link.back else {}
        graph.edges.append(Edge(link.tail, link.head, attrs, label))
    return graph


# --- the sheet ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Placed:
    """Where a card stands: its row, its column, its edges (y from the top)."""

    row: int
    column: int
    left: float
    right: float
    top: float = 0
    bottom: float = 0


class Router:
    """Leads arrows through the gutters between the rows of cards."""

    def __init__(self, places: dict[str, Placed], all_links: list[Link], writer: Writer) -> None:
        self.places = places
        self.writer = writer
        self.straight = [link for link in all_links if self._adjacent(link)]
        self.led = sorted((link for link in all_links if not self._adjacent(link)), key=self._span)
        self.lanes: dict[int, list[Link]] = {}
        self._ports: dict[tuple[str, str], list[tuple[Link, str]]] = {}
        for link in self.led:
            out, into = self._sides(link)
            self._ports.setdefault((link.tail, out), []).append((link, "tail"))
            self._ports.setdefault((link.head, into), []).append((link, "head"))
            for gutter in self._gutters(link):
                self.lanes.setdefault(gutter, []).append(link)
        for gutter, lane in self.lanes.items():
            lane.sort(key=lambda link: self._depth(link, gutter))

    def _adjacent(self, link: Link) -> bool:
        a, b = self.places[link.tail], self.places[link.head]
        return not link.back and not link.guard and a.row == b.row and b.column == a.column + 1

    def _span(self, link: Link) -> tuple[int, int, str, str]:
        a, b = self.places[link.tail], self.places[link.head]
        return (abs(b.column - a.column) + 10 * abs(a.row - b.row), a.row, link.tail, link.head)

    def _depth(self, link: Link, gutter: int) -> tuple[int, int]:
        """How far down in a gutter an arrow runs: the shorter the nearer to its own row, what passes rows between."""
        a, b = self.places[link.tail], self.places[link.head]
        wide = abs(b.column - a.column)
        if a.row != b.row:
            return (1, 0)
        return (2, -wide) if a.row == gutter else (0, wide)

    def _sides(self, link: Link) -> tuple[str, str]:
        a, b = self.places[link.tail], self.places[link.head]
        if a.row == b.row:
            side = "bottom" if link.back or b.column <= a.column else "top"
            return side, side
        return ("bottom", "top") if b.row > a.row else ("top", "bottom")

    def _gutters(self, link: Link) -> tuple[int, ...]:
        a, b = self.places[link.tail], self.places[link.head]
        out, into = self._sides(link)
        first = a.row + (out == "bottom")
        last = b.row + (into == "bottom")
        return (first,) if first == last else (first, last)

    def height(self, gutter: int) -> float:
        """How high a gutter must be for its arrows."""
        return LANE * len(self.lanes.get(gutter, ()))

    def loop_width(self, link: Link) -> float:
        """How wide the loop of a section onto itself is, for its label to have room inside."""
        return self.label(link).width + 24

    def label(self, link: Link) -> Block:
        """The label of an arrow: the guard in brackets, or how often one comes back."""
        said = self.writer.plain(link.guard, " ")
        said = said if link.back and link.tail != link.head else f"[{said}]"
        return Block((Line((Span(said, self.writer.sizes.small, INK),)),))

    def port(self, link: Link, end: str) -> float:
        """Where on its card an arrow begins or ends."""
        out, into = self._sides(link)
        card, side = (link.tail, out) if end == "tail" else (link.head, into)
        place = self.places[card]
        ports = [p for p in self._ports[card, side] if p[0].tail != p[0].head]
        selves = [p[0] for p in self._ports[card, side] if p[0].tail == p[0].head]
        taken = sum(self.loop_width(own) for own in selves)
        if link.tail == link.head:
            right = place.right - 14 - sum(self.loop_width(own) for own in selves[: selves.index(link)])
            return right - (self.loop_width(link) - 12 if end == "head" else 0)
        ports = sorted(ports, key=lambda p: self._toward(*p))
        at = ports.index((link, end))
        return place.left + (place.right - taken - place.left) * (at + 1) / (len(ports) + 1)

    def _toward(self, link: Link, end: str) -> tuple[int, float, str]:
        """Ports are in the order of where their arrows lead; within a row the farther outermost, so that none cross."""
        other = self.places[link.head if end == "tail" else link.tail]
        own = self.places[link.tail if end == "tail" else link.head]
        if other.row == own.row and other is not own:
            return (0 if other.left < own.left else 2, -other.left, end)
        return (1, other.left if other is not own else own.left + (0.5 if end == "head" else 1), end)

    def path(self, link: Link, gutters: dict[int, float]) -> tuple[list[tuple[float, float]], tuple[float, float]]:
        """The corners of an arrow, and where its label is centred; `gutters` are the tops of the gutters."""
        a, b = self.places[link.tail], self.places[link.head]
        out, into = self._sides(link)
        x0, x1 = self.port(link, "tail"), self.port(link, "head")
        y0 = a.bottom if out == "bottom" else a.top
        y1 = b.bottom if into == "bottom" else b.top
        lanes = [gutters[g] + LANE * (self.lanes[g].index(link) + 0.9) for g in self._gutters(link)]
        if len(lanes) == 1:
            return [(x0, y0), (x0, lanes[0]), (x1, lanes[0]), (x1, y1)], ((x0 + x1) / 2, lanes[0])
        side = b.left - 12
        points = [(x0, y0), (x0, lanes[0]), (side, lanes[0]), (side, lanes[1]), (x1, lanes[1]), (x1, y1)]
        return points, ((x0 + side) / 2, lanes[0])


def columns_for(count: int) -> int:
    """How many cards stand in a row."""
    return count if count <= 4 else 4 if count <= 8 else 5 if count <= 10 else 6


def overview(scene: Scene, writer: Writer, engine: Engine, font: str) -> list[Page]:
    """All sections on one sheet, A4 landscape."""
    landscape = (A4[1], A4[0])
    sheet = Sheet(scene, writer, landscape)
    title = Text(scene.title.zh, scene.title.en)
    page, top = sheet.new(title, Text("流程總圖", "the flow of the rite: sections and their acts"))
    roles = scene.acting
    across = columns_for(len(scene.drawn))
    down = math.ceil(len(scene.drawn) / across)
    gap = 26.0 if across < 6 else 20.0
    wide = (sheet.inner - gap * (across - 1)) / across
    places: dict[str, Placed] = {}
    for i, info in enumerate(scene.drawn):
        row, column = divmod(i, across)
        left = MARGIN + column * (wide + gap)
        places[info.id] = Placed(row, column, left, left + wide)
    order = list(places)
    known = [
        link
        for link in links(scene.items)
        if link.tail in places
        and link.head in places
        # Sections that overlap in time lead into one another; only the way on is drawn.
        and (link.back or order.index(link.tail) < order.index(link.head))
    ]
    known = [link for link in known if link.back or link.guard or not _roundabout(link, known)]
    router = Router(places, known, writer)
    room = landscape[1] - MARGIN - top - sheet.legend_height(roles, styles=False) - 14
    lanes = sum(router.height(g) + 10 for g in range(down + 1))
    most_high = (room - lanes) / down - 12
    blocks = {info.id: _fitted(scene, info, writer, wide - 16, most_high) for info in scene.drawn}
    gutters: dict[int, float] = {}
    heights = [max(blocks[id].height for id, p in places.items() if p.row == row) + 12 for row in range(down)]
    spare = max(0.0, room - lanes - sum(heights))
    y = top
    for row in range(down + 1):
        extra = min(spare / (down + 1), 24.0)
        gutters[row] = y + extra / 2
        y += router.height(row) + 10 + extra
        if row < down:
            for place in places.values():
                if place.row == row:
                    place.top, place.bottom = y, y + heights[row]
            y += heights[row]
    for info in scene.drawn:
        _draw_card(page, info, blocks[info.id], places[info.id], writer)
    for link in router.straight:
        a, b = places[link.tail], places[link.head]
        at = a.top + 20
        page.line([(a.right, at), (b.left, at)], link.tail, link.head)
    paths = {link: router.path(link, gutters) for link in router.led}
    for link, (points, (middle, at)) in paths.items():
        label, where = None, None
        if link.guard:
            label = router.label(link)
            others = [p for other, (p, _) in paths.items() if other != link]
            where = (_clear((middle, at), points, label.width, others, landscape[0]), at - 6.5)
        style = {"style": "dashed"} if link.back else {}
        page.line(points, link.tail, link.head, label, where, **style)
    sheet.legend(page, roles, styles=False)
    return [page]


Path = list[tuple[float, float]]


def _clear(middle: tuple[float, float], points: Path, wide: float, others: list[Path], across: float) -> float:
    """Where along its lane a label crosses no other arrow, as near to the middle as may be."""
    centre, at = middle
    uprights = [
        a[0]
        for path in others
        for a, b in itertools.pairwise(path)
        if a[0] == b[0] and min(a[1], b[1]) < at and max(a[1], b[1]) > at - 13
    ]
    ends = sorted(x for x, y in points if abs(y - at) < 0.01)
    reach = max((ends[-1] - ends[0] - wide) / 2, 0)
    steps = [0.0, *(sign * reach * k / 8 for k in range(1, 9) for sign in (-1, 1))]
    half = wide / 2 + 3
    fit = [min(max(centre + step, MARGIN + half), across - MARGIN - half) for step in steps]
    return next((x for x in fit if all(abs(x - up) > half for up in uprights)), fit[0])


def _fitted(scene: Scene, info: SectionInfo, writer: Writer, room: float, high: float) -> Block:
    """The card with as many acts as fit."""
    most = 30
    while most > 2:
        block = section_card(scene, info, writer, room, most)
        if block.height <= high:
            return block
        most -= 1
    return section_card(scene, info, writer, room, 2)


def _draw_card(page: Page, info: SectionInfo, block: Block, place: Placed, writer: Writer) -> None:
    wide, high = place.right - place.left, place.bottom - place.top
    ground = {
        "shape": "box",
        "style": "rounded,filled",
        "fillcolor": writer.theme.panel,
        "color": SOFT,
        "fixedsize": "true",
    }
    box = (place.left + wide / 2, page.height - place.top - high / 2, wide, high)
    attrs = {**ground, "width": f"{wide / 72:.4f}", "height": f"{high / 72:.4f}", "tooltip": info.id}
    page.graph.nodes[info.id] = Node(info.id, "", attrs, None, box)
    page.graph.top.nodes.append(info.id)
    page.put(block, place.left + 8, place.top + 5, f"card {info.id}")
