"""Dividing what is too long for a page: never smaller type, always another column or page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Literal

from .scene import Arm, Away, Branch, Cite, Frame, Item, Parallel, Text, cites_of, rebuilt, roles_of, walk, within

HEAD = 36.0
"""What a frame needs above and below its items."""

FORK = 34.0
"""What a fork needs for its guards."""

Height = Callable[[Item], float]


class Divider:
    """Divides items into stretches no higher than a column; frames go on in the next with “continued”.

    room: the height of a column, and how high a thing alone may be before it has to be divided; rooms: the same for
    the stretches at these places; across: the width of a page, of a card and of a card in the arm of a fork;
    leaf: how high a card will be; listed: what is measured like a card although there is something in it;
    head: what a frame needs above and below its items.
    What would be wider than a page is set one below the other.
    """

    def __init__(
        self,
        room: tuple[float, float],
        across: tuple[float, float, float],
        leaf: Height,
        rooms: Mapping[int, tuple[float, float]] = MappingProxyType({}),
        listed: Callable[[Item], object] = lambda _: False,
        head: float = HEAD,
    ) -> None:
        self._head = head
        self._usual = room
        self._rooms = rooms
        self._across, self._card, self._arm = across
        self._leaf = leaf
        self._list = listed

    @property
    def room(self) -> float:
        """The room in the stretch now being filled."""
        return self._rooms.get(len(self._done), self._usual)[0]

    @property
    def _tall(self) -> float:
        return self._rooms.get(len(self._done), self._usual)[1]

    def height(self, item: Item) -> float:
        """How high an item will be, about."""
        if self._list(item):
            return self._leaf(item)
        match item:
            case Frame():
                return self._head + self.total(item.items)
            case Branch() if len(item.arms) == 1 and item.otherwise:
                return self._head + self.total(item.arms[0].items)
            case Branch():
                return FORK + max((self.total(arm.items) for arm in item.arms), default=0)
            case Parallel():
                return FORK + self._head + max((self.total(arm.items) for arm in item.arms), default=0)
        return self._leaf(item)

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
        if len(self._done) > 1 and all(isinstance(item, Away) for item in self._done[-1]):
            # What only says what follows does not stand alone, if there is room for it.
            *before, last = self._done
            tall = self._rooms.get(len(before) - 1, self._usual)[1]
            if self.total(before[-1] + last) <= tall:
                self._done = [*before[:-1], before[-1] + last]
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
        fresh = self._used <= self._head * len(self._open)
        if fresh and self._used + height <= self._tall:
            self._add(item, height)
            return
        low = self._used < 0.55 * self.room and (height > self._tall or not self._abreast(item))
        if (height > max(self.room, self._tall) or low) and self._splittable(item):
            for frame in _frames(item):
                self._enter(frame)
            return
        if not fresh:
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
        self._used += self._head
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
        self._used = 0.0 if final else self._head * (len(self._open) - 1)

    @staticmethod
    def _abreast(item: Item) -> bool:
        """Whether things stand side by side in it."""
        return isinstance(item, (Branch, Parallel)) and len(item.arms) > 1

    @staticmethod
    def _splittable(item: Item) -> bool:
        """Whether there is more than one thing in it."""
        return sum(not within(inner) for inner in walk((item,))) > 1


def unnested(item: Item) -> Item:
    """Frames with nothing but a frame inside as one frame with both labels."""
    item = rebuilt(item, lambda inner: tuple(map(unnested, inner)))
    if isinstance(item, Frame) and item.kind != "loop" and len(item.items) == 1:
        inside = item.items[0]
        if isinstance(inside, Frame) and not inside.after:
            both = dict.fromkeys((item.label, inside.label))
            label = Text(" › ".join(t.zh for t in both), " › ".join(t.en for t in both))
            return replace(inside, label=label, cites=(*inside.cites, *item.cites), after=item.after)
    return item


def _part(frame: Frame, items: list[Item], part: Literal["whole", "first", "middle", "last"]) -> Frame:
    return replace(frame, items=tuple(items), part=part)


def _frames(item: Item) -> list[Frame]:
    """A thing that may be divided, as frames one below the other."""
    match item:
        case Frame():
            # A way back leads to the first clause inside.
            return [replace(item, cites=tuple(dict.fromkeys((*first_cite(item), *item.cites))))]
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
    number = _which(place)
    zh, en = (f"[{arm.guard.zh}]", f"[{arm.guard.en}]") if arm.guard else (number, f"way {place + 1} of {count}")
    more = Text("擇一：", "either ") if count > 1 else Text("若 ", "if ")
    label = Text(more.zh + zh, more.en + en)
    return Frame("alternative", label, arm.items, cites=arm.cites, after="or" if place else "")


def _beside(arm: Arm, place: int, count: int) -> Frame:
    zh, en = (arm.guard.zh, arm.guard.en) if arm.guard else _whose(arm, place, count)
    return Frame(
        "beside",
        Text(f"同時：{zh}", f"side by side: {en}"),
        arm.items,
        cites=arm.cites,
        after="meanwhile" if place else "",
    )


def _which(place: int) -> str:
    """One of several by its number."""
    return f"其{'一二三四五六七八九十'[place] if place < 10 else place + 1}"


def _whose(arm: Arm, place: int, count: int) -> tuple[str, str]:
    """An arm by those who act in it, two of them at most."""
    who = dict.fromkeys(role.name for item in walk(arm.items) for role in roles_of(item))
    first = list(who)[:2]
    zh, en = "、".join(name.zh for name in first), ", ".join(name.en for name in first)
    if not first:
        return _which(place), f"part {place + 1} of {count}"
    return (zh, en) if len(who) < 3 else (f"{zh}等", f"{en} …")
