"""What is too long for one column, as columns that are as full as may be: divided, laid out, and divided better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from .build import Builder, Exit, Measures, plain
from .engine import Engine
from .errors import DrawingError
from .graph import Graph
from .labels import Block, Line, Span, Writer
from .page import lay_out
from .paging import HEAD, Divider, unnested
from .scene import Item, Text
from .theme import FAINT, SOFT

TOO_LARGE = ("此節有一處過大，一頁容不下。", "A part of this section is too large for a page.")
FULL = 0.93
"""From here on a column counts as full."""
TRIES = 12
"""How often the dividing of one column is tried."""
NARROWEST = 70.0
"""The narrowest card in the arm of a fork."""


@dataclass(frozen=True, slots=True)
class Room:
    """What columns may take up: no more than `high`, about as much as `aim` (the first of them `first`).

    wide: the width in which things are still set side by side; across: the width of a page, which none may exceed.
    """

    high: float
    wide: float
    across: float
    aim: float = 0
    first: float = 0

    def wanted(self, place: int) -> float:
        """How high the column at a place should be."""
        return (self.first if place == 0 else 0) or self.aim or self.high


class TooWide(Exception):
    """A column is wider than a page."""


class Columns:
    """Divides the items of one section into columns and lays each out."""

    def __init__(
        self, items: tuple[Item, ...], room: Room, writer: Writer, titles: dict[str, Text], engine: Engine, font: str
    ) -> None:
        self.items = items
        self.room = room
        self.writer = writer
        self.titles = titles
        self.engine = engine
        self.font = font

    def graphs(self, measures: Measures) -> list[Graph]:
        """The columns; with narrower arms where they would be wider than a page."""
        while measures.arm > NARROWEST:
            try:
                return self._filled(measures)
            except TooWide:
                measures = replace(measures, arm=measures.arm * 0.86, guard=max(50, measures.guard * 0.9))
        raise DrawingError("too-large", *TOO_LARGE)

    def _filled(self, measures: Measures) -> list[Graph]:
        done: list[Graph] = []
        rooms: dict[int, tuple[float, float]] = {}
        divide = self._divider(measures, rooms)
        while True:
            place = len(done)
            more = self._fill(place, rooms, divide, measures, done)
            if not more:
                return done

    def _fill(
        self,
        place: int,
        rooms: dict[int, tuple[float, float]],
        divide: Callable[[], list[tuple[Item, ...]]],
        measures: Measures,
        done: list[Graph],
    ) -> bool:
        """Lays out the column at a place as full as may be; whether there is another after it."""
        aim, high = self.room.wanted(place), self.room.high
        given, tall, least = aim, high, float("inf")
        best: tuple[float, float, Graph, bool] | None = None
        tried: dict[tuple[Item, ...], Graph] = {}
        for _ in range(TRIES):
            rooms[place] = given, tall
            parts = divide()
            if place >= len(parts):
                break
            part, more = parts[place], place + 1 < len(parts)
            known = part in tried
            graph = tried[part] if known else self._laid(part, place, more, measures)
            tried[part] = graph
            if graph.width > self.room.across:
                raise TooWide
            # What cannot be divided any further may be higher than was wanted.
            if graph.height <= (high if given < 0.5 * aim else aim):
                if best is None or graph.height > best[2].height:
                    best = given, tall, graph, more
                if not more or graph.height > FULL * aim or graph.height > aim or (known and least < 1.1 * given):
                    break
                given = min((given + least) / 2, given * max(1.05, aim / graph.height))
            else:
                least = min(least, given)
                step = 0.8 if known else 0.97  # Where less room has changed nothing, much less.
                if graph.height > high:
                    tall *= min(step, high / graph.height)
                shrunk = given * min(step, aim / graph.height)
                given = (best[0] + least) / 2 if best else shrunk
        if best is None:
            raise DrawingError("too-large", *TOO_LARGE)
        rooms[place] = best[:2]
        done.append(best[2])
        return best[3]

    def _divider(
        self, measures: Measures, rooms: dict[int, tuple[float, float]]
    ) -> Callable[[], list[tuple[Item, ...]]]:
        ruler = Builder(self.writer, measures, self.titles)
        heights: dict[int, tuple[Item, float]] = {}

        def leaf(item: Item) -> float:
            # Measured once: by identity, for to hash a card is as long as to measure it.
            if id(item) not in heights:
                heights[id(item)] = item, ruler.height(item, measures.card)
            return heights[id(item)][1]

        room = self.room
        whole = (room.aim or room.high, room.high)
        listed = plain if measures.compact else lambda _: ""

        def divide() -> list[tuple[Item, ...]]:
            divider = Divider(whole, (room.wide, measures.card, measures.arm), leaf, rooms, listed, self._head())
            return [tuple(map(unnested, part)) for part in divider.divide(self.items)]

        return divide

    def _head(self) -> float:
        """What a frame needs above and below: more where its label is in two languages."""
        return HEAD + 2 * self.writer.sizes.row if self.writer.lang == "both" else HEAD

    def _laid(self, part: tuple[Item, ...], place: int, more: bool, measures: Measures) -> Graph:
        """One stretch as a graph, with the signs of what goes before and after."""
        builder = Builder(self.writer, measures, self.titles, prefix=f"{place + 1}/" if place or more else "")
        out = builder.items(part, [Exit(self._turn(builder, place))] if place else [])
        if more and out:
            builder.join(out, self._turn(builder, place + 1))
        return lay_out(builder.graph, self.engine, self.font, {"ranksep": "0.08"} if measures.compact else None)

    def _turn(self, builder: Builder, number: int) -> str:
        """The sign at which one column leaves off and the next begins."""
        block = Block((Line((Span(str(number), self.writer.sizes.small, SOFT),), align="CENTER"),))
        return builder.node("turn", block, shape="circle", margin="0.01", width="0.17", height="0.17", color=FAINT)
