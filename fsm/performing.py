"""A legal performance of a rite: canonical or at random, with the outcomes that one asks for.

An outcome is what an act decides (a throw's `fall`, a shot's `hit`).  The first value of its domain is
success.  A policy says which acts succeed; the named ones look only at how things stand, so that one can
explore by them as well (`by_policy`): they are the representative outcomes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .acting import action_of_move
from .actions import Action
from .rite import Rite, UsageError, as_rite
from .score import Step
from .situation import Move, Situation
from .terms import Value
from .vocabulary.rules.duke import MISSED_FLIGHTS

Order = Literal["canonical", "random"]

MOST_ACTS = 100_000
"""No performance is longer."""

PLAIN_FAILURES: tuple[Value, ...] = ("out", "no", False)
"""What a failure is called, where the domain has it; else it is the domain's last value."""

FAILURES = frozenset({*PLAIN_FAILURES, "reversed", "leaning", *MISSED_FLIGHTS})
"""All values that are no success."""


def side(situation: Situation, step: Step) -> str | None:
    """ "right" (the guest's side, upper archers) or "left", for the first of those who act; None if neither."""
    team = situation.rite.fact(step.actors[0], "team")
    return None if team is None else str(team)


def _lead(situation: Situation) -> int:
    """By how many tallies the right leads."""
    laid = [situation.read(f"laid[{s}]") if f"laid[{s}]" in situation.rite.schema else 0 for s in ("right", "left")]
    return int(laid[0]) - int(laid[1])


def _level(situation: Situation, step: Step) -> bool:
    """The right succeeds where nobody leads, the left where the right does: no side gets ahead."""
    return _lead(situation) <= 0 if side(situation, step) == "right" else _lead(situation) > 0


def _odd(situation: Situation, step: Step) -> bool:
    """The right gets ahead by one, and by one only."""
    return side(situation, step) == "right" and _lead(situation) <= 0


POLICIES: Mapping[str, Callable[[Situation, Step], bool]] = {
    "all": lambda situation, step: True,
    "none": lambda situation, step: False,
    "right": lambda situation, step: side(situation, step) == "right",
    "left": lambda situation, step: side(situation, step) == "left",
    "level": _level,
    "odd": _odd,
}
"""Name → whether an act succeeds in a situation."""

OUTCOME_WORDS = (*POLICIES, "random")
"""What may be asked of an outcome, beside a row of 1 and 0 and the values of its domain."""


def failure(domain: Sequence[Value]) -> Value:
    """The value that stands for no success."""
    return next((v for v in domain[1:] if v in PLAIN_FAILURES), domain[-1])


def mishap(domain: Sequence[Value]) -> bool:
    """Whether what may befall is nobody's failure (arrows are missing), so that not to befall is the default."""
    return domain[0] in FAILURES


def value_by(policy: str, key: str, domain: Sequence[Value], situation: Situation, step: Step) -> Value:
    """The value a named policy gives an outcome in a performance; a mishap that stands already is mended."""
    stands = mishap(domain) and key in situation.rite.schema and situation.read(key) == failure(domain)
    return domain[0] if stands or POLICIES[policy](situation, step) else failure(domain)


def by_policy(policy: str) -> Callable[[Situation], Iterator[Move]]:
    """The moves to explore: acts succeed as a policy has it, in every way of succeeding or failing; nothing late.

    Every value of what is nobody's success (which target is hit, whether arrows are missing) is explored.
    """

    def choose(situation: Situation) -> Iterator[Move]:
        for move in situation.moves:
            told = [move.outcome[key] not in FAILURES for key, domain in move.step.outcomes if _tells(domain)]
            if not move.late and (not told or all(told) == POLICIES[policy](situation, move.step)):
                yield move

    return choose


def _tells(domain: Sequence[Value]) -> bool:
    """Whether the values of an outcome are somebody's success or failure."""
    return not mishap(domain) and any(value in FAILURES for value in domain)


@dataclass(frozen=True, slots=True)
class Performed:
    """One act of a performance: the move, and the situation before it."""

    move: Move
    before: Situation


@dataclass(frozen=True, slots=True)
class Performance:
    """A legal performance: its acts in order, and the situation it ends in."""

    rite: Rite
    acts: tuple[Performed, ...]
    end: Situation

    @property
    def actions(self) -> tuple[Action, ...]:
        """The acts as a script would state them in full."""
        return tuple(action_of_move(self.rite, act.move) for act in self.acts)

    def to_json(self) -> dict[str, Any]:
        """The performance of the contract, as plain data; `fsm.check` reads it back."""
        rite = self.rite
        return {
            "rite": rite.id,
            "profile": rite.profile.name,
            "cast": dict(rite.cast),
            "given": dict(rite.given),
            "actions": [
                {
                    **action_of_move(rite, act.move).to_json(),
                    "optional": act.move.step.optional,
                    "outcomes": {key: list(values) for key, values in act.move.step.outcomes},
                    "members": list(act.move.step.actors),
                }
                for act in self.acts
            ],
        }


class _Outcomes:
    """Decides outcomes as asked: rows of 1 and 0 and lists of values are used up in turn, then begun again."""

    def __init__(self, rite: Rite, asked: Mapping[str, str], chance: random.Random, default: str) -> None:
        self.asked = dict(asked)
        self.chance = chance
        self.default = default
        self.turn: dict[str, int] = {}
        domains = {key: values for step in rite.steps for key, values in step.outcomes}
        for key, wanted in self.asked.items():
            if key not in domains:
                raise UsageError("unknown-outcome", rite=rite.id, key=key, keys=sorted(domains))
            values = [str(v) for v in domains[key]]
            listed = wanted.split(",")
            if wanted not in OUTCOME_WORDS and not _bits(wanted) and not all(w in values for w in listed):
                shown = [*values, *OUTCOME_WORDS, "10110…"]
                raise UsageError("bad-outcome", key=key, value=wanted, domain=shown)

    def value(self, key: str, domain: Sequence[Value], situation: Situation, step: Step) -> Value:
        wanted = self.asked.get(key, self.default)
        if wanted == "random":
            return self.chance.choice(list(domain))
        if wanted in POLICIES:
            return value_by(wanted, key, domain, situation, step)
        turn = self.turn.get(key, 0)
        self.turn[key] = turn + 1
        if _bits(wanted):
            return domain[0] if wanted[turn % len(wanted)] == "1" else failure(domain)
        listed = wanted.split(",")
        return next(v for v in domain if str(v) == listed[turn % len(listed)])


def _bits(wanted: str) -> bool:
    return bool(wanted) and set(wanted) <= {"0", "1"}


def perform(
    rite: Rite,
    order: Order = "canonical",
    seed: int = 0,
    outcomes: Mapping[str, str] | None = None,
    optional: bool = True,
) -> Performance:
    """A legal performance from the beginning of the rite (or of the stretch loaded) to its end.

    order: "canonical" takes the acts as the classic has them, "random" any that may come, by `seed`.
    outcomes: key → "all", "none", "right", "left", "level", "odd", "random", a row such as "10110", a value,
    or values with commas; rows and lists begin again when used up.  optional: whether acts that the text
    leaves out, and manner, are performed.
    Raises UsageError for an outcome that there is not, or with which the rite never ends.
    """
    if order not in ("canonical", "random"):
        raise UsageError("bad-choice", option="order", value=order, domain=["canonical", "random"])
    chance = random.Random(seed)
    decided = _Outcomes(as_rite(rite), outcomes or {}, chance, "random" if order == "random" else "all")
    acts: list[Performed] = []
    situation = rite.start
    while True:
        open_moves = [m for m in situation.moves if not m.late]
        if not optional:
            said = [m for m in open_moves if m.step.optional is None]
            open_moves = said if said or situation.end is not None else open_moves
        if not open_moves:
            break
        steps = list(_alternatives(open_moves))
        alike = chance.choice(steps) if order == "random" else steps[0]
        step = alike[0].step
        wanted = {key: decided.value(key, domain, situation, step) for key, domain in step.outcomes}
        move = next(m for m in alike if m.outcome == wanted)
        if len(acts) == MOST_ACTS:
            raise UsageError("outcomes-without-end", asked=[f"{k}={v}" for k, v in (outcomes or {}).items()])
        acts.append(Performed(move, situation))
        situation = move.target
    return Performance(rite, tuple(acts), situation)


def _alternatives(moves: Sequence[Move]) -> Iterator[list[Move]]:
    """Moves that differ in their outcomes only, put together, in authored order."""
    found: dict[tuple[int, tuple[int, ...]], list[Move]] = {}
    for move in moves:
        found.setdefault((id(move.step), tuple(map(id, move.assumed))), []).append(move)
    yield from found.values()
