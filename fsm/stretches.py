"""Stretches of a rite: sections cut out, and how things stand where a stretch begins.

What comes before a stretch is taken as done, as its canonical performance does it.  Facts that it is told to
inherit are set on the way, where they are settled, so that all that follows from them follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fsm.calculus import Both, Joint, Overdue, Suffix, Then
from fsm.rite import Rite, UsageError
from fsm.score import EMPTY, Choice, Crossing, Loop, Score, Seq, Step, Together, When, steps, transform
from fsm.situation import Situation
from fsm.terms import Value, evaluate
from fsm.world import World


def pruned(score: Score, cut: frozenset[str]) -> Score:
    """The score without the acts of some sections."""

    def change(part: Score) -> Score:
        match part:
            case Step() if part.section in cut:
                return EMPTY
            case Crossing(step=step) if step.section in cut:
                return EMPTY
            case Crossing():
                return part
            case Loop() | When() | Together() if not any(True for _ in steps(part)):
                return EMPTY
        return part

    return transform(score, change)


def begun(rite: Rite, order: Sequence[str], first: int) -> tuple[Score, World]:
    """The remainder and the world in which the stretch from the section number `first` begins.

    Raises UsageError for an inherited fact that cannot be.
    """
    settled = {name: _settled(rite, name, order, first) for name in rite.inherited if name in rite.given}
    situation = rite.situation(rite.performed_score, rite.initial_world)
    for number in sorted({*settled.values()} - {first}):
        situation = _passed(situation, frozenset(order[:number]))
        world = _inheriting(rite, situation.world, [name for name, at in settled.items() if at == number])
        situation = rite.situation(situation.rest, world)
    earlier = frozenset(order[:first])
    situation = _passed(situation, earlier)
    rest = as_score(situation.rest)
    world = _done(rite, rest, earlier, situation.world)
    return pruned(rest, earlier), _inheriting(rite, world, [name for name, at in settled.items() if at == first])


def resumed(rite: Rite, section: str, values: Mapping[str, Value]) -> Situation:
    """The situation where a section begins, with all before it done and the registers at these values."""
    order = [s.id for s in rite.sections]
    earlier = frozenset(order[: order.index(section)])
    known = {name: value for name, value in values.items() if name in rite.schema}
    return rite.situation(pruned(rite.performed_score, earlier), rite.schema.set(rite.initial_world, known))


def _passed(situation: Situation, sections: frozenset[str]) -> Situation:
    """The situation once the canonical performance has passed all of the sections."""
    while move := next((m for m in situation.moves if m.step.section in sections), None):
        situation = move.target
    return situation


def _done(rite: Rite, part: Score, sections: frozenset[str], world: World) -> World:
    """The world with the acts of some sections taken as done where they wait for a later one (at a crossing)."""
    match part:
        case Step():
            waits = part.section in sections and not part.outcomes
            return rite.performed(part, world, {}) if waits else world
        case When(guard=test) | Loop(test=test) if not evaluate(test, rite.schema.reader(world)):
            return world
    for child in part.children[:1] if isinstance(part, Choice) else part.children:
        world = _done(rite, child, sections, world)
    return world


# --- inherited facts -----------------------------------------------------------------------------------------------


def _settled(rite: Rite, name: str, order: Sequence[str], first: int) -> int:
    """The number of the section at whose beginning a fact is set, in a stretch that begins with section `first`."""
    fact = rite.inherited[name]
    if first < order.index(fact.since):
        start = order[first]
        raise UsageError("given-too-early", key=name, start=start, since=fact.since, until=fact.until)
    return min(first, order.index(fact.until))


def _inheriting(rite: Rite, world: World, names: Sequence[str]) -> World:
    """The world in which these facts are as given."""
    for name in names:
        fact, value = rite.inherited[name], rite.given[name]
        read = rite.schema.reader(world)
        stands = read(fact.register)
        told = [other for other in fact.decided_by if other in rite.given]
        if told and value != stands:
            raise UsageError("given-contradicts", key=name, value=value, others=told, found=stands)
        most = None if fact.most is None else evaluate(fact.most, read)
        if most is not None and int(value) > int(most):
            raise UsageError("given-too-many", key=name, value=value, most=most, zh=fact.zh, en=fact.en)
        changed: dict[str, Value] = {fact.register: value}
        if fact.out_of:
            changed[fact.out_of] = int(read(fact.out_of)) + int(stands) - int(value)
        world = rite.schema.set(world, changed)
    return world


def as_score(rest: Score) -> Score:
    """A remainder as a score of the ordinary combinators."""
    match rest:
        case Suffix(items, first):
            return Seq(items[first:])
        case Then(first_part, after):
            return Seq((as_score(first_part), as_score(after)))
        case Both(branches, deadline):
            return Together(tuple(map(as_score, branches)), deadline)
        case Overdue(tail):
            return as_score(tail)
        case Joint(step, remaining):
            return replace(step, actors=remaining)
    return rest
