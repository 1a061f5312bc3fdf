"""Where a performance stands: what remains of the score, and how things stand.

Situations are immutable and interned by their rite; the acts that may come next are
worked out once, when first asked for.  Checking, exploring, live play and the machines
all walk this one graph.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from fsm.rules import Guard
from fsm.score import Score, Step
from fsm.terms import Value
from fsm.world import World

if TYPE_CHECKING:
    from fsm.rite import Rite

Key = tuple[frozenset[str] | str, str]
"""Who (persons, or the name of an office) and which verb: what a line of a script must name."""


@dataclass(frozen=True, eq=False, slots=True)
class Move:
    """An act that may be done now.

    details: the details as they must be, worked out; outcome: what the act decides, for this move;
    assumed: optional acts silently passed over before it; target: the situation after it.
    """

    step: Step
    details: Mapping[str, Any]
    outcome: Mapping[str, Value]
    assumed: tuple[Step, ...]
    target: Situation
    late: bool
    partial: bool

    @property
    def keys(self) -> tuple[Key, ...]:
        persons: Key = (frozenset(self.step.actors), self.step.act)
        return (persons,) if self.step.office is None else (persons, (self.step.office, self.step.act))


@dataclass(frozen=True, slots=True)
class Blocked:
    """An act whose turn it is, but which a guard forbids."""

    step: Step
    failing: tuple[Guard, ...]
    world: World


class Situation:
    """One situation of one rite; two situations are equal only if they are the same object."""

    def __init__(self, rite: Rite, rest: Score, world: World) -> None:
        self.rite = rite
        self.rest = rest
        self.world = world

    @cached_property
    def _next(self) -> tuple[tuple[Move, ...], tuple[Blocked, ...]]:
        return self._expanded(partial=False)

    @property
    def moves(self) -> tuple[Move, ...]:
        """What may be done now, in authored order; outcomes that the act decides are moves of their own."""
        return self._next[0]

    @property
    def blocked(self) -> tuple[Blocked, ...]:
        """What the order of the score would allow but a guard forbids."""
        return self._next[1]

    @cached_property
    def partial_moves(self) -> tuple[Move, ...]:
        """Acts of some only of those who act together."""
        return tuple(m for m in self._expanded(partial=True)[0] if m.partial)

    @cached_property
    def index(self) -> Mapping[Key, tuple[Move, ...]]:
        """The moves by who and what."""
        return _indexed(self.moves)

    @cached_property
    def partial_index(self) -> Mapping[Key, tuple[Move, ...]]:
        """The partial moves by who and what."""
        return _indexed(self.partial_moves)

    @cached_property
    def end(self) -> tuple[Step, ...] | None:
        """None if the rite cannot end here; else the optional acts assumed in ending."""
        ends = self.rite.calculus.ends(self.rest, self.world)
        return ends[0].assumed if ends else None

    @property
    def read(self) -> Any:
        """A function from register names to their values here."""
        return self.rite.schema.reader(self.world)

    def _expanded(self, partial: bool) -> tuple[tuple[Move, ...], tuple[Blocked, ...]]:
        rite, moves, blocked = self.rite, [], []
        for head in rite.calculus.heads(self.rest, self.world, partial):
            if head.sync is not None:
                continue
            step = head.step
            failing = rite.failing_guards(step, head.world)
            if failing:
                blocked.append(Blocked(step, failing, head.world))
                continue
            details = rite.details(step, head.world)
            for outcome in _outcomes(step):
                world = rite.performed(step, head.world, outcome)
                target = rite.situation(head.rest, world)
                moves.append(Move(step, details, outcome, head.assumed, target, head.late, head.partial))
        return tuple(moves), tuple(blocked)


def _outcomes(step: Step) -> Iterator[Mapping[str, Value]]:
    keys = [key for key, _ in step.outcomes]
    for values in product(*(domain for _, domain in step.outcomes)):
        yield dict(zip(keys, values, strict=True))


def _indexed(moves: tuple[Move, ...]) -> Mapping[Key, tuple[Move, ...]]:
    index: dict[Key, list[Move]] = {}
    for move in moves:
        for key in move.keys:
            index.setdefault(key, []).append(move)
    return {key: tuple(found) for key, found in index.items()}
