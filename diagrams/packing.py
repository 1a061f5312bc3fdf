"""Strips of a picture on pages: side by side in shelves, low ones below one another, in the order of reading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .graph import Graph

ACROSS = 12.0
"""Between two strips side by side."""

DOWN = 14.0
"""Between two strips or shelves one below the other."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A graph that has been laid out, with the room that its heading takes above it."""

    graph: Graph
    section: str = ""
    head: float = 0

    @property
    def width(self) -> float:
        return max(self.graph.width, 96.0 if self.head else 0.0)

    @property
    def height(self) -> float:
        return self.graph.height + self.head


@dataclass(slots=True)
class Stack:
    """Strips one below the other."""

    strips: list[Strip]

    @property
    def width(self) -> float:
        return max(strip.width for strip in self.strips)

    @property
    def height(self) -> float:
        return sum(strip.height + DOWN for strip in self.strips) - DOWN


@dataclass(slots=True)
class Shelf:
    """Stacks side by side."""

    stacks: list[Stack] = field(default_factory=list)

    @property
    def width(self) -> float:
        return sum(stack.width + ACROSS for stack in self.stacks) - ACROSS

    @property
    def height(self) -> float:
        return max(stack.height for stack in self.stacks)


Shelves = list[Shelf]
"""What stands on a page."""


def pack(strips: Iterable[Strip], across: float, down: float) -> list[Shelves]:
    """The shelves of each page, of so much room across and down."""
    pages: list[Shelves] = []
    for strip in strips:
        if not (pages and _added(pages[-1], strip, across, down)):
            pages.append([Shelf([Stack([strip])])])
    return pages


def _added(page: Shelves, strip: Strip, across: float, down: float) -> bool:
    """Puts a strip below the last one if that costs no height, else beside it, else on a shelf of its own."""
    shelf = page[-1]
    above = sum(other.height + DOWN for other in page[:-1])
    last = shelf.stacks[-1]
    wider = shelf.width - last.width + max(last.width, strip.width)
    if last.height + DOWN + strip.height <= shelf.height and wider <= across:
        last.strips.append(strip)
    elif shelf.width + ACROSS + strip.width <= across and above + max(shelf.height, strip.height) <= down:
        shelf.stacks.append(Stack([strip]))
    elif above + shelf.height + DOWN + strip.height <= down:
        page.append(Shelf([Stack([strip])]))
    else:
        return False
    return True


def below(pages: Sequence[Shelves]) -> float:
    """How high a strip may be that is still to go below the last one."""
    shelf = pages[-1][-1]
    return shelf.height - shelf.stacks[-1].height - DOWN


def fullest(ways: Sequence[list[Shelves]]) -> list[Shelves]:
    """The way that needs the fewest pages; of several the one with the fewest strips, then the first."""
    return min(ways, key=lambda way: (len(way), sum(len(stack.strips) for p in way for s in p for stack in s.stacks)))
