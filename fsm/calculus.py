"""What may come next: the derivative of a score.

`heads` gives the acts that may come next and what would then remain; `ends` tells
whether the score may stop here.  Both walk the score in a world, since `when` and
`loop` test it and acts that the text leaves unsaid change it when they are assumed.

What remains is a score again.  Remainders are interned, so that two ways to the same
remainder meet; depth of recursion follows the nesting of the score, never the length
of a performance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from fsm.score import (
    EMPTY,
    Choice,
    Crossing,
    Loop,
    Named,
    Remark,
    Repeated,
    Score,
    ScoreError,
    Seq,
    Step,
    Together,
    When,
)
from fsm.terms import Term, evaluate
from fsm.world import Schema, World

Assume = Callable[[Step, World], World | None]
"""Performs an act silently: the world after it, or None where its guards forbid it."""


@dataclass(frozen=True, slots=True)
class End:
    """A way to stop: acts assumed on the way, the world then, crossings that met nobody."""

    assumed: tuple[Step, ...]
    world: World
    alone: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Head:
    """An act that may come next.

    assumed: optional acts passed over first; world: that in which the act comes; rest: what then
    remains; sync: the key of a crossing whose partner is still sought; late: it begins although an
    editorial deadline is not met; partial: only some of those who act together.
    """

    assumed: tuple[Step, ...]
    world: World
    step: Step
    rest: Score
    sync: str | None = None
    late: bool = False
    partial: bool = False
    alone: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False, slots=True)
class Suffix(Score):
    """What remains of a sequence from its nth item on."""

    items: tuple[Score, ...]
    start: int


@dataclass(frozen=True, eq=False, slots=True)
class Then(Score):
    """A remainder, then what followed it."""

    first: Score
    rest: Score


@dataclass(frozen=True, eq=False, slots=True)
class Both(Score):
    """Remainders side by side."""

    branches: tuple[Score, ...]
    deadline: bool


@dataclass(frozen=True, eq=False, slots=True)
class Overdue(Score):
    """A first branch still unfinished when the second has ended; what follows may begin, late."""

    tail: Score


@dataclass(frozen=True, eq=False, slots=True)
class Joint(Score):
    """An act done by members one after the other, some of whom are still to do it."""

    step: Step
    remaining: tuple[str, ...]
    waived: bool = False
    """The others need not do it: of a crossing, one side's line stands for the event."""


class Calculus:
    """Derivatives over one schema; holds the interned remainders of one rite."""

    def __init__(self, schema: Schema, assume: Assume) -> None:
        self._schema = schema
        self._assume = assume
        self._interned: dict[tuple[object, ...], Score] = {}
        self._keys: dict[int, frozenset[str]] = {}

    # --- building remainders -------------------------------------------------------------------------------------

    def _intern(self, key: tuple[object, ...], build: Callable[[], Score]) -> Score:
        found = self._interned.get(key)
        if found is None:
            found = self._interned[key] = build()
        return found

    def suffix(self, items: tuple[Score, ...], start: int) -> Score:
        if start == len(items):
            return EMPTY
        if start == len(items) - 1:
            return items[start]
        return self._intern(("suffix", id(items), start), lambda: Suffix(items, start))

    def then(self, first: Score, rest: Score) -> Score:
        if first is EMPTY:
            return rest
        if rest is EMPTY:
            return first
        return self._intern(("then", id(first), id(rest)), lambda: Then(first, rest))

    def both(self, branches: Iterable[Score], deadline: bool = False) -> Score:
        parts = tuple(branches)
        if deadline:
            tail, main = parts
            if tail is EMPTY:
                return main
            if main is EMPTY:
                return self._intern(("overdue", id(tail)), lambda: Overdue(tail))
        else:
            parts = tuple(p for p in parts if p is not EMPTY)
            if len(parts) <= 1:
                return parts[0] if parts else EMPTY
        return self._intern(("both", deadline, *map(id, parts)), lambda: Both(parts, deadline))

    def joint(self, step: Step, remaining: tuple[str, ...], waived: bool = False) -> Score:
        if not remaining:
            return EMPTY
        return self._intern(("joint", id(step), remaining, waived), lambda: Joint(step, remaining, waived))

    # --- what may come next ----------------------------------------------------------------------------------------

    def heads(self, score: Score, world: World, partial: bool = False) -> list[Head]:
        """The acts that may come next in a world, in authored order.

        partial: also single members and pairs of those who act together.
        """
        match score:
            case Step():
                return self._joint_heads(score, score.actors, world, partial)
            case Joint(step, remaining, waived):
                return self._joint_heads(step, remaining, world, partial, waived)
            case Seq(items):
                return self._sequence_heads(items, 0, world, partial)
            case Repeated(copies):
                return self._sequence_heads(copies, 0, world, partial)
            case Suffix(items, start):
                return self._sequence_heads(items, start, world, partial)
            case Then(first, rest):
                return self._then_heads(first, rest, world, partial)
            case Named(body=body):
                return self.heads(body, world, partial)
            case Choice(branches):
                return [head for branch in branches for head in self.heads(branch, world, partial)]
            case When(guard, body):
                return self.heads(body, world, partial) if self._holds(guard, world) else []
            case Loop(test, body):
                if not self._holds(test, world):
                    return []
                return [replace(h, rest=self.then(h.rest, score)) for h in self.heads(body, world, partial)]
            case Together(branches, deadline) | Both(branches, deadline):
                return self._together_heads(branches, deadline, world, partial)
            case Overdue(tail):
                return [
                    replace(h, rest=self.both((h.rest, EMPTY), deadline=True)) for h in self.heads(tail, world, partial)
                ]
            case Crossing(key, step):
                return [Head((), world, step, EMPTY, sync=key)]
            case Remark():
                return []
        raise ScoreError(f"not a score: {score!r}")

    def ends(self, score: Score, world: World) -> list[End]:
        """The ways in which the score may be over already."""
        match score:
            case Step(optional=None) | Joint(waived=False):
                return []
            case Joint():
                return [End((), world)]
            case Step():
                after = self._assume(score, world)
                return [] if after is None else [End((score,), after)]
            case Seq(items):
                return self._sequence_ends(items, 0, world)
            case Repeated(copies):
                return self._sequence_ends(copies, 0, world)
            case Suffix(items, start):
                return self._sequence_ends(items, start, world)
            case Then(first, rest):
                return self._sequence_ends((first, rest), 0, world)
            case Named(body=body):
                return self.ends(body, world)
            case Choice(branches):
                return _distinct(end for branch in branches for end in self.ends(branch, world))
            case When(guard, body):
                return self.ends(body, world) if self._holds(guard, world) else [End((), world)]
            case Loop(test):
                return [] if self._holds(test, world) else [End((), world)]
            case Together(branches) | Both(branches):
                return self._together_ends(branches, world)
            case Overdue(tail):
                return self.ends(tail, world)
            case Crossing(step=Step(optional="manner" | "unsaid")):
                return [End((), world)]
            case Crossing(key, _, single):
                return [End((), world, frozenset({key}))] if single else []
            case Remark():
                return [End((), world)]
        raise ScoreError(f"not a score: {score!r}")

    def crossing_keys(self, score: Score) -> frozenset[str]:
        """Keys of the crossings that may still come in a score."""
        found = self._keys.get(id(score))
        if found is None:
            match score:
                case Crossing(key):
                    found = frozenset({key})
                case Suffix(items, start):
                    found = self._all_keys(items[start:])
                case Then(first, rest):
                    found = self._all_keys((first, rest))
                case Both(branches):
                    found = self._all_keys(branches)
                case Overdue(tail):
                    found = self.crossing_keys(tail)
                case _:
                    found = self._all_keys(score.children)
            self._keys[id(score)] = found
        return found

    # --- parts -------------------------------------------------------------------------------------------------------

    def _all_keys(self, parts: Iterable[Score]) -> frozenset[str]:
        return frozenset().union(*map(self.crossing_keys, parts))

    def _holds(self, guard: Term, world: World) -> bool:
        return bool(evaluate(guard, self._schema.reader(world)))

    def _joint_heads(
        self, step: Step, remaining: tuple[str, ...], world: World, partial: bool, waived: bool = False
    ) -> list[Head]:
        whole = remaining == step.actors
        out = [Head((), world, _by(step, remaining), EMPTY, partial=not whole)]
        if partial and len(remaining) > 1:
            for some in _shares(remaining):
                left = tuple(p for p in remaining if p not in some)
                out.append(Head((), world, _by(step, some), self.joint(step, left, waived), partial=True))
        return out

    def _sequence_heads(self, items: tuple[Score, ...], start: int, world: World, partial: bool) -> list[Head]:
        out: list[Head] = []
        reached = [End((), world)]
        for index in range(start, len(items)):
            rest = self.suffix(items, index + 1)
            following: list[End] = []
            for end in reached:
                for head in self.heads(items[index], end.world, partial):
                    out.append(_after(end, replace(head, rest=self.then(head.rest, rest))))
                for leftover, late_end in self._late_ends(items[index], end.world):
                    out.extend(
                        _after(end, _after(late_end, self._late(head, leftover)))
                        for head in self.heads(rest, late_end.world, partial)
                    )
                following.extend(_join(end, more) for more in self.ends(items[index], end.world))
            reached = _distinct(following)
            if not reached:
                break
        return out

    def _then_heads(self, first: Score, rest: Score, world: World, partial: bool) -> list[Head]:
        out = [replace(h, rest=self.then(h.rest, rest)) for h in self.heads(first, world, partial)]
        for leftover, end in self._late_ends(first, world):
            out.extend(_after(end, self._late(h, leftover)) for h in self.heads(rest, end.world, partial))
        for end in self.ends(first, world):
            out.extend(_after(end, h) for h in self.heads(rest, end.world, partial))
        return out

    def _sequence_ends(self, items: tuple[Score, ...], start: int, world: World) -> list[End]:
        reached = [End((), world)]
        for item in items[start:]:
            reached = _distinct(_join(end, more) for end in reached for more in self.ends(item, end.world))
        return reached

    def _together_ends(self, branches: tuple[Score, ...], world: World) -> list[End]:
        """The join: a crossing may fall away only where no other branch may still bring its partner."""
        reached = [End((), world)]
        for i, branch in enumerate(branches):
            others = self._all_keys(b for j, b in enumerate(branches) if j != i)
            reached = _distinct(
                _join(end, more) for end in reached for more in self.ends(branch, end.world) if not more.alone & others
            )
        return reached

    def _together_heads(self, branches: tuple[Score, ...], deadline: bool, world: World, partial: bool) -> list[Head]:
        out: list[Head] = []
        for i, branch in enumerate(branches):
            others = frozenset().union(*(self.crossing_keys(b) for j, b in enumerate(branches) if j != i))
            for head in self.heads(branch, world, partial):
                if head.alone & others:
                    continue
                if head.sync is None or head.sync not in others:
                    rests = [*branches[:i], head.rest, *branches[i + 1 :]]
                    out.append(replace(head, rest=self.both(rests, deadline)))
                else:
                    out.extend(self._meetings(branches, i, head, deadline, partial))
        return out

    def _meetings(self, branches: tuple[Score, ...], i: int, head: Head, deadline: bool, partial: bool) -> list[Head]:
        """The crossing of branch `i` with those after it that are ready for it."""
        out: list[Head] = []
        for j in range(i + 1, len(branches)):
            for other in self.heads(branches[j], head.world):
                if other.sync != head.sync:
                    continue
                rests = list(branches)
                rests[i], rests[j] = head.rest, other.rest
                rest = self.both(rests, deadline)
                met = Head(head.assumed + other.assumed, other.world, head.step, rest, alone=head.alone | other.alone)
                out.append(met)
                if partial:
                    out.extend(
                        replace(part, assumed=met.assumed, rest=self.then(part.rest, rest))
                        for part in self._joint_heads(head.step, head.step.actors, other.world, True, waived=True)
                        if part.partial
                    )
        return out

    def _late_ends(self, score: Score, world: World) -> list[tuple[Score, End]]:
        """Ways in which all but an overdue first branch has ended, with that branch's remainder."""
        match score:
            case Overdue(tail):
                return [(tail, End((), world))]
            case Together((tail, main), True) | Both((tail, main), True):
                return [(tail, end) for end in self.ends(main, world) if not end.alone & self.crossing_keys(tail)]
            case Named(body=body):
                return self._late_ends(body, world)
            case Then(first, rest):
                return self._late_last((first, rest), world)
            case Seq(items) | Repeated(items) if items:
                return self._late_last(items, world)
            case Suffix(items, start):
                return self._late_last(items[start:], world)
        return []

    def _late_last(self, items: tuple[Score, ...], world: World) -> list[tuple[Score, End]]:
        *before, last = items
        return [
            (leftover, _join(end, more))
            for end in self._sequence_ends(tuple(before), 0, world)
            for leftover, more in self._late_ends(last, end.world)
        ]

    def _late(self, head: Head, leftover: Score) -> Head:
        return replace(head, rest=self.both((leftover, head.rest)), late=True)


def _by(step: Step, actors: tuple[str, ...]) -> Step:
    return step if actors == step.actors else replace(step, actors=actors, office=None)


def _shares(persons: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Those who may do their part on one line: each person, and each pair (members of one number)."""
    pairs: dict[str, list[str]] = {}
    for person in persons:
        pairs.setdefault(person.partition(".")[2], []).append(person)
    grouped = [tuple(p) for number, p in pairs.items() if number and 1 < len(p) < len(persons)]
    return [*((p,) for p in persons), *grouped]


def _after(end: End, head: Head) -> Head:
    if not end.assumed and not end.alone:
        return head
    return replace(head, assumed=end.assumed + head.assumed, alone=end.alone | head.alone)


def _join(first: End, second: End) -> End:
    return End(first.assumed + second.assumed, second.world, first.alone | second.alone)


def _distinct(ends: Iterable[End]) -> list[End]:
    """Each world once: how it was reached makes no difference to what may follow."""
    return list({(end.world, end.alone): end for end in reversed(list(ends))}.values())[::-1]
