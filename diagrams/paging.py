"""Dividing what is too long for a page: never smaller type, always another column or page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal

from .scene import Arm, Branch, Cite, Frame, Item, Parallel, Text, cites_of, rebuilt, walk, within

GAP = 14.0
"""Between two cards, for the arrow."""

HEAD = 36.0
"""What a frame needs above and below its items."""

FORK = 34.0
"""What a fork needs for its guards."""

Height = Callable[[Item], float]


class Divider:
    """Divides items into stretches no higher than a column; frames go on in the next with “continued”.

    room: the height of a column; across: the width of a page, of a card and of a card in the arm of a fork.
    What would be wider than a page is set one below the other.
    """

    def __init__(
        self, room: float, across: tuple[float, float, float], leaf: Height, rooms: Mapping[int, float] | None = None
    ) -> None:
        self._room = room
        self._across, self._card, self._arm = across
        self._rooms = rooms or {}
        self._leaf = leaf

    @property
    def room(self) -> float:
        """The room in the stretch now being filled; `rooms` are those that have less than the others."""
        return self._rooms.get(len(self._done), self._room)

    def height(self, item: Item) -> float:
        """How high an item will be, about."""
        match item:
            case Frame():
                return HEAD + self.total(item.items)
            case Branch() if len(item.arms) == 1 and item.otherwise:
                return HEAD + self.total(item.arms[0].items)
            case Branch():
                return FORK + max((self.total(arm.items) for arm in item.arms), default=0)
            case Parallel():
                return FORK + HEAD + max((self.total(arm.items) for arm in item.arms), default=0)
        return self._leaf(item) + GAP

    def width(self, item: Item, leaf: float) -> float:
        """How wide an item will be, about."""
        match item:
            case Frame():
                return 22 + max((self.width(i, leaf) for i in item.items), default=leaf)
            case Branch() | Parallel() if len(item.arms) > 1:
                inner = min(leaf, self._arm)
                arms = (max((self.width(i, inner) for i in arm.items), default=40) for arm in item.arms)
                return sum(wide + 24 for wide in arms)
            case Branch() | Parallel():
                return 12 + max((self.width(i, leaf) for arm in item.arms for i in arm.items), default=leaf)
        return leaf + 12

    def total(self, items: tuple[Item, ...]) -> float:
        return sum(map(self.height, items))

    def divide(self, items: tuple[Item, ...]) -> list[tuple[Item, ...]]:
        """The stretches, in order."""
        self._done: list[tuple[Item, ...]] = []
        self._open: list[tuple[Frame | None, list[Item]]] = [(None, [])]
        self._begun: list[bool] = [False]
        self._used = 0.0
        for item in items:
            self._place(item)
        self._break(final=True)
        return self._done

    def _place(self, item: Item) -> None:
        height = self.height(item)
        wide = self.width(item, self._card) + 12 * len(self._open) > self._across
        if wide and self._splittable(item):
            for frame in _frames(item):
                self._enter(frame)
            return
        if self._used + height <= self.room:
            self._add(item, height)
            return
        if (height > self.room or self._used < 0.55 * self.room) and self._splittable(item):
            for frame in _frames(item):
                self._enter(frame)
            return
        if self._used > HEAD * len(self._open):
            self._break()
            self._place(item)
            return
        self._add(item, height)

    def _add(self, item: Item, height: float) -> None:
        self._open[-1][1].append(item)
        self._used += height

    def _enter(self, frame: Frame) -> None:
        self._open.append((frame, []))
        self._begun.append(False)
        self._used += HEAD
        for item in frame.items:
            self._place(item)
        self._leave()

    def _leave(self) -> None:
        frame, items = self._open.pop()
        begun = self._begun.pop()
        if frame is not None and items:
            self._open[-1][1].append(_part(frame, items, "last" if begun else "whole"))

    def _break(self, final: bool = False) -> None:
        """Ends the stretch; open frames go on in the next."""
        inner: list[Item] = []
        for depth in range(len(self._open) - 1, -1, -1):
            frame, items = self._open[depth]
            content = [*items, *inner]
            items.clear()
            if frame is None:
                inner = content
            elif content:
                inner = [_part(frame, content, "middle" if self._begun[depth] else "first")]
                self._begun[depth] = True
            else:
                inner = []
        if inner:
            self._done.append(tuple(inner))
        self._used = 0.0 if final else HEAD * (len(self._open) - 1)

    @staticmethod
    def _splittable(item: Item) -> bool:
        """Whether there is more than one thing in it."""
        return sum(not within(inner) for inner in walk((item,))) > 1


def unnested(item: Item) -> Item:
    """Frames with nothing but a frame inside as one frame with both labels."""
    item = rebuilt(item, lambda inner: tuple(map(unnested, inner)))
    if isinstance(item, Frame) and item.kind == "alternative" and len(item.items) == 1:
        inside = item.items[0]
        if isinstance(inside, Frame):
            label = Text(" › ".join((item.label.zh, inside.label.zh)), " › ".join((item.label.en, inside.label.en)))
            return replace(inside, label=label, cites=(*inside.cites, *item.cites))
    return item


def _part(frame: Frame, items: list[Item], part: Literal["whole", "first", "middle", "last"]) -> Frame:
    return replace(frame, items=tuple(items), part=part)


def _frames(item: Item) -> list[Frame]:
    """A thing that may be divided, as frames one below the other."""
    match item:
        case Frame():
            return [replace(item, cites=item.cites or first_cite(item))]
        case Branch():
            return [_alternative(arm, i, len(item.arms)) for i, arm in enumerate(item.arms) if arm.items]
        case Parallel():
            return [_beside(arm, i, len(item.arms)) for i, arm in enumerate(item.arms)]
    return []


def first_cite(item: Item) -> tuple[Cite, ...]:
    """The first clause inside an item."""
    for inner in walk((item,)):
        if not isinstance(inner, Frame) and cites_of(inner):
            return cites_of(inner)[:1]
    return ()


def _alternative(arm: Arm, place: int, count: int) -> Frame:
    zh, en = (f"[{arm.guard.zh}]", f"[{arm.guard.en}]") if arm.guard else (f"其{place + 1}", f"choice {place + 1}")
    more = Text("擇一 ", "one of ") if count > 1 else Text("若 ", "if ")
    return Frame("alternative", Text(more.zh + zh, more.en + en), arm.items, cites=arm.cites)


def _beside(arm: Arm, place: int, count: int) -> Frame:
    guard = arm.guard or Text(f"其{place + 1}", f"part {place + 1} of {count}")
    return Frame("alternative", Text(f"同時：{guard.zh}", f"side by side: {guard.en}"), arm.items, cites=arm.cites)
