"""Loading a rite for a cast, a profile of readings and a stretch of its sections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from fsm.linting import check_score
from fsm.readings import Profile, ReadingError, profile
from fsm.rite import CastKey, Composition, Definition, Request, Rite, Setting, UsageError
from fsm.rites import definition
from fsm.stretches import begun, pruned
from fsm.terms import Value
from fsm.vocabulary.rules import RULES


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
    inherited = _given(defined, composition, given or {})
    request = Request(tuple(reading), dict(cast or {}), start, end, inherited, without)
    rite = Rite(defined, setting, composition, RULES, request, drop_guard)
    if drop_guard is None:
        check_score(rite)
    if start or inherited:
        rite.begin = partial(begun, rite, order, order.index(start) if start else 0)
    if inherited:
        _ = rite.start  # what cannot be inherited is refused at once
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
        chosen[name] = _fitting("bad-cast", name, value, keys[name].domain)
    return MappingProxyType(chosen)


def _given(defined: Definition, composition: Composition, asked: Mapping[str, Value]) -> Mapping[str, Value]:
    unknown = set(asked) - set(composition.given)
    if unknown:
        raise UsageError("unknown-given", rite=defined.id, asked=sorted(unknown), known=list(composition.given))
    domains = {register.name: register.domain for register in composition.registers}
    return {name: _fitting("bad-given", name, value, domains[composition.given[name].register])
            for name, value in asked.items()}  # fmt: skip


def _fitting(code: str, key: str, value: Value, domain: Sequence[Value]) -> Value:
    """The value of a domain that is meant, which may come as text."""
    for known in domain:
        if str(known) == str(value):
            return known
    raise UsageError(code, key=key, value=value, domain=list(domain))


__all__ = ["build", "load", "pruned", "under"]
