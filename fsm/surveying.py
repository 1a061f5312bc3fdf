"""What walking everywhere shows of a rite: can it always be finished, is an act or a rule idle, is a name misspelt?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .actions import DETAIL_FIELDS
from .linting import all_moves, explore, reachable
from .performing import POLICIES, by_policy
from .readings import COMMENTATORS
from .rite import Rite
from .rules import Guard
from .score import Crossing, Remark, Step, steps, walk
from .situation import Move, Situation
from .terms import evaluate
from .vocabulary import load as load_vocabulary

MOST_SITUATIONS = 30_000
"""With more situations than these, only representative outcomes are explored unless all are asked for."""


def survey(rite: Rite, every_outcome: bool = False) -> dict[str, Any]:
    """What exploration finds, summed over the outcomes explored."""
    every_outcome = every_outcome or _at_most(reachable(rite), MOST_SITUATIONS)
    chosen: list[Callable[[Situation], Iterable[Move]]] = (
        [all_moves] if every_outcome else [by_policy(policy) for policy in POLICIES]
    )
    situations = ends = moves = 0
    stuck: dict[str, None] = {}
    endless: dict[str, None] = {}
    ambiguous: dict[str, None] = {}
    performed: set[int] = set()
    idle = _Guards(rite)
    for choose in chosen:
        result = explore(rite, choose)
        situations, moves, ends = situations + result.situations, moves + result.moves, ends + result.ends
        stuck.update(dict.fromkeys(map(_where, result.stuck)))
        endless.update(dict.fromkeys(map(_where, result.endless)))
        ambiguous.update(dict.fromkeys(f"{_where(s)}: {a.step.act} / {b.step.act}" for s, a, b in result.ambiguous))
        _visit(rite, choose, performed, idle)
    done = {_act(s) for s in rite.steps if id(s) in performed}
    alone = {id(part.step) for part in walk(rite.score) if isinstance(part, Crossing) and part.single}
    expected = (_act(step) for step in rite.steps if id(step) not in alone)
    never = [act for act in dict.fromkeys(expected) if act not in done]
    return {
        "rite": rite.id,
        "profile": rite.profile.name,
        "cast": dict(rite.cast),
        "outcomes": "every" if every_outcome else list(POLICIES),
        "situations": situations,
        "moves": moves,
        "ends": ends,
        "unknown_names": (unknown := unknown_names(rite)),
        "dead_ends": list(stuck),
        "endless": list(endless),
        "ambiguous": list(ambiguous),
        "never_reached": never,
        "never_false": idle.never_false(),
        "silent_laws": silent_laws(rite),
        "good": bool(ends) and not (unknown or stuck or endless or ambiguous or (never and every_outcome)),
    }


def _at_most(situations: Iterable[Situation], most: int) -> bool:
    return all(number < most for number, _ in enumerate(situations))


def _act(step: Step) -> str:
    """An act by its clause, persons and verb, the same in every round."""
    return f"{step.clauses[0] if step.clauses else '?'} {'+'.join(step.actors)} {step.act}"


class _Guards:
    """Which rules have failed anywhere: the rest are true in every situation."""

    def __init__(self, rite: Rite) -> None:
        self.rite = rite
        self.open: dict[str, set[Guard]] = {}
        for step in rite.steps:
            for guard in rite.guards(step, rite.initial_world):
                self.open.setdefault(guard.id, set()).add(guard)
        self.all = list(self.open)

    def look(self, situation: Situation) -> None:
        failed = [id for id, guards in self.open.items() if any(not evaluate(g.test, situation.read) for g in guards)]
        for id in failed:
            del self.open[id]

    def never_false(self) -> list[str]:
        return [id for id in self.all if id in self.open]


def _visit(rite: Rite, choose: Callable[[Situation], Iterable[Move]], performed: set[int], guards: _Guards) -> None:
    for situation in reachable(rite, choose):
        guards.look(situation)
        for move in choose(situation):
            performed.add(id(move.step))
            performed.update(map(id, move.assumed))


def _where(situation: Situation) -> str:
    """A situation by what would come next."""
    heads = [*(m.step for m in situation.moves), *(b.step for b in situation.blocked)]
    if not heads:
        return "(nothing is left)"
    return _act(heads[0])


def unknown_names(rite: Rite) -> list[str]:
    """Names on the pages of a rite that no table has, each at its clause.

    A misspelt verb, person or thing is an act that has no rule and that no script can say.
    """
    return list(dict.fromkeys(f"{where}: {kind} {name}" for where, kind, name in _unknown(rite)))


def _unknown(rite: Rite) -> Iterator[tuple[str, str, str]]:
    """Of every name in no table the clause, what it should be the name of, and the name."""
    verbs, roles, objects, places, values, keys = (
        frozenset(load_vocabulary().ids(kind)) for kind in ("verb", "role", "object", "place", "value", "key")
    )
    things, details, holders = objects | places | roles | values, keys | {*DETAIL_FIELDS}, frozenset(COMMENTATORS)
    for step in steps(rite.full_score):
        named = [("verb", step.act, verbs)]
        named += [("person", person, roles) for person in step.actors]
        named += [("detail", key, details) for key, _ in (*step.details, *step.outcomes)]
        of = ((field, step.detail(field)) for field in ("object", "place"))
        named += [(field, thing, things) for field, thing in of if isinstance(thing, str)]
        named += [("commentator", who, holders) for who in step.by]
        yield from ((step.clauses[0], kind, name) for kind, name, ids in named if name.partition(".")[0] not in ids)


def silent_laws(rite: Rite) -> list[str]:
    """Laws on the pages whose rule speaks of no act of the rite, each at its clause: misplaced, or cut off from it."""
    speaking = {guard.id for step in rite.steps for guard in rite.guards(step, rite.initial_world)}
    laws = ((part.cites[0].clause, id) for part in walk(rite.score) if isinstance(part, Remark) for id in part.guards)
    return list(dict.fromkeys(f"{clause}: {id}" for clause, id in laws if id not in speaking))
