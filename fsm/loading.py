"""Loading a rite for a cast, a profile of readings and a stretch of its sections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from fsm.calculus import Both, Joint, Overdue, Suffix, Then
from fsm.linting import check_score
from fsm.readings import Profile, ReadingError, profile
from fsm.rite import CastKey, Definition, Request, Rite, Setting, UsageError
from fsm.rites import definition
from fsm.score import EMPTY, Crossing, Loop, Score, Seq, Step, Together, When, steps, transform
from fsm.situation import Situation
from fsm.terms import Value
from fsm.vocabulary.rules import RULES
from fsm.world import World


def load(
    rite: str,
    start: str | None = None,
    end: str | None = None,
    reading: str | Iterable[str] = (),
    cast: Mapping[str, Value] | None = None,
    given: Mapping[str, Value] | None = None,
    without: Iterable[str] = (),
) -> Rite:
    """A rite, ready to be checked against, played or drawn.

    start, end: sections between which it is performed; what comes before `start` is assumed done.
    reading: commentators to follow first, or single disputes such as "TH-09=zhu".
    cast: who and where, by the keys of `sheli words`; given: inherited facts; without: sections cut.
    Raises UsageError (its code and details say what was wrong).
    """
    words = [reading] if isinstance(reading, str) else list(reading)
    return build(definition(rite), words, cast or {}, start, end, given or {}, tuple(without))


def build(
    defined: Definition,
    reading: Iterable[str] = (),
    cast: Mapping[str, Value] | None = None,
    start: str | None = None,
    end: str | None = None,
    given: Mapping[str, Value] | None = None,
    without: tuple[str, ...] = (),
    drop_guard: str | None = None,
) -> Rite:
    """The rite of a definition; `load` does this for the rites shipped."""
    reading = tuple(reading)
    try:
        setting = Setting(_cast(defined, cast or {}), _profile(defined, reading))
        composition = defined.compose(setting)
    except ReadingError as error:
        raise UsageError("unknown-reading", rite=defined.id, asked=error.asked, known=error.known) from error
    order = [s.id for s in defined.sections]
    for name in (start, end, *without):
        if name is not None and name not in order:
            raise UsageError("unknown-section", rite=defined.id, section=name, sections=order)
    if start and end and order.index(start) > order.index(end):
        raise UsageError("sections-reversed", start=start, end=end)
    cut = {*without, *(order[order.index(end) + 1 :] if end else ())}
    if cut:
        composition = replace(composition, score=pruned(composition.score, frozenset(cut)))
    unknown = set(given or {}) - set(composition.given)
    if unknown:
        raise UsageError("unknown-given", rite=defined.id, asked=sorted(unknown), known=list(composition.given))
    request = Request(tuple(reading), dict(cast or {}), start, end, dict(given or {}), without)
    rite = Rite(defined, setting, composition, RULES, request, drop_guard)
    if drop_guard is None:
        check_score(rite)
    if start:
        rite.begin = _begun(rite, frozenset(order[: order.index(start)]))
    return rite


def under(rite: Rite, *reading: str) -> Rite:
    """The same rite, asked for in the same way, with further readings."""
    asked = rite.request
    words = (*asked.reading, *reading)
    return build(rite.definition, words, asked.cast, asked.start, asked.end, asked.given, asked.without)


def _profile(defined: Definition, reading: Iterable[str]) -> Profile:
    return profile(reading, {dispute.id: dispute for dispute in defined.disputes})


def _cast(defined: Definition, asked: Mapping[str, Value]) -> Mapping[str, Value]:
    keys: dict[str, CastKey] = {key.name: key for key in defined.cast}
    chosen = {key.name: key.default for key in defined.cast}
    for name, value in asked.items():
        if name not in keys:
            raise UsageError("unknown-cast", rite=defined.id, key=name, keys=list(keys))
        domain = keys[name].domain
        fitting = [v for v in domain if str(v) == str(value)]
        if not fitting:
            raise UsageError("bad-cast", rite=defined.id, key=name, value=value, domain=list(domain))
        chosen[name] = fitting[0]
    return MappingProxyType(chosen)


# --- stretches -----------------------------------------------------------------------------------------------------


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


def _begun(rite: Rite, earlier: frozenset[str]) -> tuple[Score, World]:
    """The remainder and the world once the canonical performance has passed all of `earlier`.

    Where the rest of an earlier section waits for a later one (a crossing), its acts are taken as done.
    """
    situation: Situation = rite.situation(rite.performed_score, rite.initial_world)
    while True:
        move = next((m for m in situation.moves if m.step.section in earlier), None)
        if move is None:
            break
        situation = move.target
    rest, world = as_score(situation.rest), situation.world
    for step in steps(rest):
        if step.section in earlier and not step.outcomes:
            world = rite.performed(step, world, {})
    inherited = {rite.given_names[name]: value for name, value in rite.given.items()}
    return pruned(rest, earlier), rite.schema.set(world, inherited)


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


__all__ = ["as_score", "build", "load", "pruned", "under"]
