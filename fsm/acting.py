"""From acts of the rite back to actions that a script could state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fsm.actions import DETAIL_FIELDS, Action
from fsm.rite import Rite
from fsm.score import Step
from fsm.situation import Move
from fsm.terms import Term, Value


def named_actors(rite: Rite, persons: tuple[str, ...], office: str | None = None) -> tuple[str, ...]:
    """The shortest way to name those who act: an office, a group, or each by name."""
    if office is not None:
        return (office,)
    if len(persons) > 1:
        wanted = frozenset(persons)
        for group, members in rite.groups.items():
            if frozenset(members) == wanted:
                return (group,)
    return persons


def action_of(rite: Rite, step: Step, details: Mapping[str, Any], outcome: Mapping[str, Value] | None = None) -> Action:
    """An act as a script would state it in full."""
    stated = {**details, **(outcome or {})}
    fields: dict[str, Any] = {name: stated[name] for name in DETAIL_FIELDS if stated.get(name) not in (None, ())}
    if "addressee" in fields:
        to = fields["addressee"]
        fields["addressee"] = named_actors(rite, (to,) if isinstance(to, str) else tuple(to))
    data = {k: v for k, v in stated.items() if k not in DETAIL_FIELDS}
    return Action(
        actors=named_actors(rite, step.actors, step.office),
        act=step.act,
        data=tuple(sorted(data.items())),
        clauses=step.clauses,
        **fields,
    )


def action_of_move(rite: Rite, move: Move) -> Action:
    """A move as a script would state it in full, with its outcome."""
    return action_of(rite, move.step, move.details, move.outcome)


def plain_action(rite: Rite, step: Step) -> Action:
    """An act outside any situation: details that depend on the world are left out."""
    return action_of(rite, step, {k: v for k, v in step.details if not isinstance(v, Term)})


def distinct_actions(rite: Rite, moves: Iterable[Move]) -> list[Action]:
    """What may be done, each act once whatever its outcome, in authored order."""
    found = {(m.step.actors, m.step.act, tuple(m.details.items())): m for m in reversed(list(moves))}
    return [action_of(rite, m.step, m.details) for m in reversed(list(found.values()))]
