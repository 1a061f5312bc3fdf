"""A rite as it is performed: a score with its readings chosen, a cast, registers and rules.

`Definition` is what a rite module says once; `Rite` is one performance setting of it.
Nothing is shared between two rites: each holds its own memo of situations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from fsm.calculus import Calculus
from fsm.readings import Dispute, Profile
from fsm.rules import Guard, Rule, Rulebook
from fsm.score import Citation, Named, Remark, Score, Step, acts_only, resolve, steps, walk
from fsm.situation import Situation
from fsm.terms import Term, Value, evaluate
from fsm.world import Effect, Register, Schema, World


class UsageError(ValueError):
    """A rite asked for in a way that does not exist: an unknown section, cast key, reading …

    code: message code; details: what the message needs.
    """

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(f"{code}: {details}")
        self.code = code
        self.details: Mapping[str, Any] = details


@dataclass(frozen=True, slots=True)
class CastKey:
    """One thing about the performers or the venue that may be chosen."""

    name: str
    domain: tuple[Value, ...]
    default: Value
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the classic: id, title in Chinese and English."""

    id: str
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Setting:
    """What a rite is composed for: the cast, and how disputes are decided."""

    cast: Mapping[str, Value]
    profile: Profile

    def number(self, key: str) -> int:
        return int(self.cast[key])

    def position(self, dispute: str, positions: Iterable[str]) -> str:
        """The position taken in a dispute, among those that the rite knows."""
        return self.profile.choose(dispute, tuple(positions))


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for when a rite was built: everything needed to build it again, a little otherwise."""

    reading: tuple[str, ...] = ()
    cast: Mapping[str, Value] = field(default_factory=dict)
    start: str | None = None
    end: str | None = None
    given: Mapping[str, Value] = field(default_factory=dict)
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Inherited:
    """A fact that a stretch may be told it inherits.

    register: what it sets; since, until: the first and the last section that begins with it unsettled.  Of a stretch
    that begins later it is settled where `until` begins, and what comes between follows from it.
    most: how large it can be, read as things stood without it, and why (zh, en); out_of: the register from which it
    is taken, so that nothing is lost; decided_by: other such facts from which it follows.
    """

    register: str
    since: str
    until: str
    most: Term | None = None
    zh: str = ""
    en: str = ""
    out_of: str = ""
    decided_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Composition:
    """What a rite module composes for a setting.

    groups: name → persons who together are meant; roles: name → persons any one of whom may be meant;
    given: name → a fact that a stretch may inherit; facts: person → what never changes about him (his partner,
    his side), bound as variables of his acts; levels: place → the level it lies on, bound as `place_level`;
    rules: rules of this rite alone.
    """

    score: Score
    registers: tuple[Register, ...]
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    given: Mapping[str, Inherited] = field(default_factory=dict)
    facts: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    levels: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True)
class Definition:
    """A rite as its module says it: `compose` makes the score for a setting."""

    id: str
    zh: str
    en: str
    source: str
    sections: tuple[Section, ...]
    cast: tuple[CastKey, ...]
    disputes: tuple[Dispute, ...]
    compose: Callable[[Setting], Composition]


class Rite:
    """A rite in one setting: immutable to its users, remembering what it has worked out.

    Public parts: `id`, `score` (readings chosen), `cast`, `profile`, `start` (the first situation),
    `sections`, `given`, `facts` (person → what is always true of him), `levels` (place → its level).
    """

    def __init__(
        self,
        definition: Definition,
        setting: Setting,
        composition: Composition,
        rules: Iterable[Rule],
        request: Request | None = None,
        drop_guard: str | None = None,
    ) -> None:
        self.definition = definition
        self.id = definition.id
        self.cast = setting.cast
        self.profile = setting.profile
        self.full_score = composition.score
        self.score = resolve(composition.score, setting.profile.chosen)
        self.schema = Schema(composition.registers)
        self.groups = dict(composition.groups)
        self.roles = dict(composition.roles)
        self.inherited: Mapping[str, Inherited] = dict(composition.given)
        self.facts: Mapping[str, Mapping[str, Value]] = dict(composition.facts)
        self.levels: Mapping[str, str] = dict(composition.levels)
        self.request = request or Request()
        self.given = dict(self.request.given)
        book = Rulebook((*rules, *composition.rules), _laws(self.score))
        self.rulebook = book.without(drop_guard) if drop_guard else book
        self.calculus = Calculus(self.schema, self._assumed)
        self._situations: dict[tuple[int, World], Situation] = {}
        self._grounded: dict[tuple[Any, ...], Any] = {}
        self.begin: Callable[[], tuple[Score, World]] | None = None

    # --- situations --------------------------------------------------------------------------------------------------

    @cached_property
    def start(self) -> Situation:
        """The situation in which the rite, or the stretch of it asked for, begins."""
        if self.begin is not None:
            return self.situation(*self.begin())
        return self.situation(self.performed_score, self.initial_world)

    @cached_property
    def performed_score(self) -> Score:
        """The score as it is walked: acts only."""
        return acts_only(self.score)

    @cached_property
    def initial_world(self) -> World:
        """How things stand before the whole rite."""
        return self.schema.initial

    def situation(self, rest: Score, world: World) -> Situation:
        """The one situation with this remainder and this world."""
        key = (id(rest), world)
        found = self._situations.get(key)
        if found is None:
            found = self._situations[key] = Situation(self, rest, world)
        return found

    @property
    def situations_known(self) -> int:
        """How many situations have been met so far."""
        return len(self._situations)

    # --- acts --------------------------------------------------------------------------------------------------------

    def details(self, step: Step, world: World) -> Mapping[str, Any]:
        """The details of an act as they must be in a world."""
        read = self.schema.reader(world)
        return {k: evaluate(v, read) if isinstance(v, Term) else v for k, v in step.details}

    def guards(self, step: Step, world: World) -> tuple[Guard, ...]:
        """The guards of an act, ground, for all who act."""
        details = self.details(step, world)
        key = ("guards", step.actors, step.act, tuple(sorted(details.items(), key=lambda kv: kv[0])))
        if key not in self._grounded:
            self._grounded[key] = self.rulebook.guards(step.act, self._bindings(step, details), self.schema)
        return self._grounded[key]  # type: ignore[no-any-return]

    def failing_guards(self, step: Step, world: World) -> tuple[Guard, ...]:
        """The guards of an act that do not hold in a world."""
        read = self.schema.reader(world)
        return tuple(g for g in self.guards(step, world) if not evaluate(g.test, read))

    def performed(self, step: Step, world: World, outcome: Mapping[str, Value]) -> World:
        """The world after an act with its outcome."""
        return self.schema.after(world, self.effects(step, world, outcome))

    def effects(self, step: Step, world: World, outcome: Mapping[str, Value]) -> tuple[Effect, ...]:
        """The effects of an act with its outcome, ground, for all who act."""
        details = {**self.details(step, world), **outcome}
        key = ("effects", step.actors, step.act, tuple(sorted(details.items(), key=lambda kv: kv[0])))
        if key not in self._grounded:
            self._grounded[key] = self.rulebook.effects(step.act, self._bindings(step, details), self.schema)
        return self._grounded[key]  # type: ignore[no-any-return]

    def _assumed(self, step: Step, world: World) -> World | None:
        if self.failing_guards(step, world):
            return None
        return self.performed(step, world, {})

    def _bindings(self, step: Step, details: Mapping[str, Any]) -> list[dict[str, Value]]:
        return [self.binding(person, details) for person in step.actors]

    def fact(self, person: str, name: str) -> Value | None:
        """What is always true of a person (his partner, his side), or None."""
        return self.facts.get(person, {}).get(name)

    def binding(self, person: str, details: Mapping[str, Any]) -> dict[str, Value]:
        """The variables of an act of one person: its details, who acts, and what is always true of him."""
        bound: dict[str, Value] = dict(self.facts.get(person, {}))
        for name, value in details.items():
            if value not in ((), None):
                bound[name] = value[0] if isinstance(value, tuple) else value
        if bound.get("place") in self.levels:
            bound["place_level"] = self.levels[str(bound["place"])]
        bound["actor"] = person
        return bound

    # --- what the score says -----------------------------------------------------------------------------------------

    @property
    def sections(self) -> tuple[Section, ...]:
        return self.definition.sections

    def section(self, id: str) -> Section:
        """The section of that id; UsageError if the rite has none such."""
        for section in self.sections:
            if section.id == id:
                return section
        raise UsageError("unknown-section", rite=self.id, section=id, sections=[s.id for s in self.sections])

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """All acts of the score, in authored order."""
        return tuple(steps(self.score))

    @cached_property
    def persons(self) -> frozenset[str]:
        """Everyone who acts."""
        return frozenset(p for s in self.steps for p in s.actors)

    @cached_property
    def offices(self) -> Mapping[str, frozenset[str]]:
        """Offices resolved through the world, with all who may ever hold them."""
        found: dict[str, frozenset[str]] = {}
        for step in self.steps:
            if step.office:
                found[step.office] = found.get(step.office, frozenset()) | frozenset(step.actors)
        return found

    @cached_property
    def citations(self) -> Mapping[str, Citation]:
        """Every clause the score cites, with its phrase."""
        found: dict[str, Citation] = {}
        for cite in all_citations(self.score):
            found.setdefault(cite.clause, cite)
        return found

    @cached_property
    def forgone(self) -> tuple[Remark, ...]:
        """The prohibitions."""
        return tuple(p for p in walk(self.score) if isinstance(p, Remark) and p.kind == "forgoes")

    @cached_property
    def passages(self) -> Mapping[str, tuple[Named, ...]]:
        """Named parts by name: passages, blocks, short forms and repeats."""
        found: dict[str, list[Named]] = {}
        for part in walk(self.score):
            if isinstance(part, Named):
                found.setdefault(part.name, []).append(part)
        return {name: tuple(parts) for name, parts in found.items()}


def as_rite(given: object) -> Rite:
    """What was given, if it is a rite: who gives its name only is told how to load it."""
    if isinstance(given, Rite):
        return given
    raise TypeError(f"須先載入此禮 a rite must be loaded first: fsm.load({given!r})")


def all_citations(score: Score) -> Iterator[Citation]:
    """Every citation of a score, in authored order, repeated as often as it occurs."""
    for part in walk(score):
        cites = getattr(part, "cites", ())
        yield from cites
        if isinstance(part, Step):
            yield from (cite for _, cite in part.detail_cites)


def _laws(score: Score) -> dict[str, tuple[str, ...]]:
    """Guard id → the clauses that state it, as the pages say."""
    found: dict[str, tuple[str, ...]] = {}
    for part in walk(score):
        if isinstance(part, Remark) and part.kind == "law":
            for guard in part.guards:
                found[guard] = found.get(guard, ()) + tuple(c.clause for c in part.cites)
    return {guard: tuple(dict.fromkeys(clauses)) for guard, clauses in found.items()}


__all__ = ["CastKey", "Composition", "Definition", "Inherited", "Rite", "Section", "Setting", "UsageError"]
