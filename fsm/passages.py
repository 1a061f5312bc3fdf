"""Coarse lines: a passage, a section or a short form named in place of its acts."""

from __future__ import annotations

from fsm.actions import Action
from fsm.matching import Matcher
from fsm.score import Score, Step, steps
from fsm.situation import Move, Situation
from fsm.vocabulary import fold

LONGEST = 20_000
"""No passage has more acts than this."""


def steps_named(matcher: Matcher, name: str) -> frozenset[int]:
    """Identities of the acts inside all passages, sections and short forms of that name."""
    wanted = fold(name)
    found: set[int] = set()
    rite = matcher.rite
    for known, parts in rite.passages.items():
        if fold(known) == wanted:
            found.update(id(s) for part in parts for s in _steps(part))
    for section in rite.sections:
        if wanted in (fold(section.id), fold(section.zh), fold(section.en)):
            found.update(id(s) for s in rite.steps if s.section == section.id)
    return frozenset(found)


def _steps(score: Score) -> list[Step]:
    return list(steps(score))


def performances(matcher: Matcher, action: Action, situation: Situation) -> list[list[Move]]:
    """The canonical performance of the passage an action names, from here; empty if it cannot begin here."""
    inside = steps_named(matcher, action.passage or "")
    actors = frozenset(
        p for name in action.actors for who in matcher.who(name) if not isinstance(who, str) for p in who
    )
    done: list[Move] = []
    while len(done) < LONGEST:
        move = next(
            (
                m
                for m in situation.moves
                if id(m.step) in inside and not m.late and (not actors or actors & set(m.step.actors))
            ),
            None,
        )
        if move is None:
            break
        done.append(move)
        situation = move.target
    return [done] if done else []
