"""Why an act may not be done: failing rules, prohibitions, and where it would belong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from fsm.acting import plain_action
from fsm.actions import Action
from fsm.matching import Matcher, Pattern
from fsm.rite import Rite
from fsm.rules import Guard
from fsm.score import Citation, Remark, Score, Step, When
from fsm.situation import Move, Situation
from fsm.terms import Term, TermError, Value, evaluate, registers
from fsm.world import World


@dataclass(frozen=True, slots=True)
class GuardReport:
    """A rule that fails: its words, its test, the values of the registers it reads, its clauses."""

    id: str
    zh: str
    en: str
    test: Term
    values: Mapping[str, Value]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an act is too much.

    when: the condition of the passage it belongs to, where that is false now;
    twin: it has just been done.
    """

    code: str
    kind: Literal["extra", "guard", "outcome"]
    guards: tuple[GuardReport, ...] = ()
    clauses: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    by: tuple[str, ...] = ()
    when: Term | None = None
    twin: bool = False


class Explainer:
    """Explains acts out of place in one rite."""

    def __init__(self, rite: Rite, matcher: Matcher) -> None:
        self.rite = rite
        self.matcher = matcher

    # --- guards ------------------------------------------------------------------------------------------------------

    def report(self, guard: Guard, world: World) -> GuardReport:
        """A failing guard with the values it met."""
        read = self.rite.schema.reader(world)
        values = {name: read(name) for name in registers(guard.test)}
        return GuardReport(guard.id, guard.zh, guard.en, guard.test, values, guard.clauses)

    def failing(self, step: Step, details: Mapping[str, Any], situation: Situation) -> tuple[GuardReport, ...]:
        """The rules of an act that fail here."""
        bindings = [self.rite.binding(p, details) for p in step.actors]
        return self._failing(step.act, bindings, situation.world)

    def failing_action(self, action: Action, situation: Situation) -> tuple[GuardReport, ...]:
        """The rules that an action of a script breaks here, as far as it states enough."""
        for meaning in (m for name in action.actors[:1] for m in self.matcher.who(name)):
            persons = sorted(meaning) if isinstance(meaning, frozenset) else sorted(self.rite.offices[meaning])
            details = {**dict(self._usual_details(action)), **_plain(action.details())}
            return self._failing(action.act, [self.rite.binding(p, details) for p in persons], situation.world)
        return ()

    def _usual_details(self, action: Action) -> Iterable[tuple[str, Value]]:
        """Details that the rite gives this act wherever it occurs: a script may leave them out."""
        step = next(iter(self.homes(self.matcher.pattern(action))), None)
        if step is not None:
            yield from ((k, v) for k, v in _plain(dict(step.details)).items() if not isinstance(v, Term))

    def _failing(self, act: str, bindings: list[dict[str, Value]], world: World) -> tuple[GuardReport, ...]:
        read = self.rite.schema.reader(world)
        out: dict[str, GuardReport] = {}
        for guard in self.rite.rulebook.guards(act, bindings, self.rite.schema):
            try:
                holds = evaluate(guard.test, read)
            except TermError:
                continue
            if not holds:
                out.setdefault(guard.id, self.report(guard, world))
        return tuple(out.values())

    # --- extra acts ---

    def extra(self, pattern: Pattern | None, situation: Situation, last: Step | None, done: Move | None) -> Reason:
        """Why an act of a script has no place in a situation."""
        if pattern is None:
            return Reason("SH301", "extra")
        forgone = self._forgone(pattern, situation)
        if forgone is not None:
            return Reason("SH302", "extra", clauses=tuple(c.clause for c in forgone.cites), citations=forgone.cites)
        home = self._home(pattern, situation, last)
        clauses = home.clauses if home else ()
        cites = home.cites if home else ()
        by = home.by if home else ()
        guards = self.failing_action(pattern.action, situation) if pattern.keys else ()
        when = self._closed(home, situation) if home else None
        twin = done is not None and home is done.step
        if (
            done is not None
            and done.outcome
            and self._decided(done, [g.test for g in guards] + ([when] if when else []))
        ):
            return Reason("SH702", "outcome", guards, clauses, cites, by, when)
        if guards:
            return Reason("SH601", "guard", guards, clauses, cites, by, when, twin)
        return Reason("SH301", "extra", (), clauses, cites, by, when, twin)

    def _decided(self, done: Move, tests: list[Term]) -> bool:
        """Whether the outcome just reported decides all that stands against an act, so that another would allow it."""
        before = self.rite.effects(done.step, self.rite.schema.initial, done.outcome)
        written = {r for effect in before for r in registers(effect.register) if effect.value != effect.register}
        return bool(tests) and all(written & set(registers(test)) for test in tests)

    def _forgone(self, pattern: Pattern, situation: Situation) -> Remark | None:
        """The prohibition of a section now under way that forbids the act."""
        here = {m.step.section for m in situation.moves}
        for remark in self.rite.forgone:
            if remark.pattern is None or not any(c.section in here for c in remark.cites):
                continue
            if self._fits(pattern, remark.pattern):
                return remark
        return None

    def _fits(self, pattern: Pattern, step: Step) -> bool:
        """Whether an action of a script is what a prohibition forbids: it must state all that is forbidden."""
        who: set[frozenset[str] | str] = {frozenset(step.actors)} | ({step.office} if step.office else set())
        if pattern.act != step.act or not any(
            w in who or (isinstance(w, frozenset) and w <= frozenset(step.actors)) for w, _ in pattern.keys
        ):
            return False
        stated = dict(pattern.details)
        return all(k in stated and stated[k] == self.matcher.comparable(k, v) for k, v in step.details if k != "words")

    def homes(self, pattern: Pattern) -> list[Step]:
        """Acts of the rite that a line could mean: those that share most of its details, if any agree in all."""
        named = [s for key in pattern.keys for s in self._by_key.get(key, ())]
        fitting = [s for s in named if self._agrees(pattern, s)]
        most = max((self._shared(pattern, s) for s in fitting), default=0)
        return [s for s in fitting if self._shared(pattern, s) == most] or named

    def _shared(self, pattern: Pattern, step: Step) -> int:
        """How many of the details a line states the act fixes as well, and alike."""
        fixed = self.matcher.fixed(step)
        return sum(k in fixed and fixed[k] == v for k, v in pattern.details)

    def _agrees(self, pattern: Pattern, step: Step) -> bool:
        """Whether a line contradicts no detail that the act has whatever the world."""
        fixed = {name: value for name, value in step.details if not isinstance(value, Term)}
        return not self.matcher.differing(pattern, Move(step, fixed, {}, (), self.rite.start, False, False))

    def _home(self, pattern: Pattern, situation: Situation, last: Step | None) -> Step | None:
        """The act meant, nearest to where the performance stands; none where each has some detail otherwise."""
        homes = [step for step in self.homes(pattern) if self._agrees(pattern, step)]
        if not homes:
            return None
        near = last or next((move.step for move in situation.moves), None)
        here = self._order.get(id(near), 0)
        homes.sort(key=lambda s: (abs(self._order[id(s)] - here), self._order[id(s)]))
        # Of branches that do the same, the one whose condition holds: that another's does not is no reason.
        alike = (home for home in homes if home.clauses == homes[0].clauses and self._closed(home, situation) is None)
        return next(alike, homes[0])

    def _closed(self, home: Step, situation: Situation) -> Term | None:
        """The condition around an act that is false now, outermost first."""
        for guard in self._conditions.get(id(home), ()):
            if not evaluate(guard, situation.read):
                return guard
        return None

    def plain(self, step: Step) -> Action:
        """An act as a script would state it, outside any situation."""
        return plain_action(self.rite, step)

    @cached_property
    def _order(self) -> Mapping[int, int]:
        return {id(step): i for i, step in reversed(list(enumerate(self.rite.steps)))}

    @cached_property
    def _by_key(self) -> Mapping[Any, tuple[Step, ...]]:
        found: dict[Any, list[Step]] = {}
        for step in self.rite.steps:
            for who in (frozenset(step.actors), step.office):
                if who is not None:
                    found.setdefault((who, step.act), []).append(step)
        return {key: tuple(steps) for key, steps in found.items()}

    @cached_property
    def _conditions(self) -> Mapping[int, tuple[Term, ...]]:
        """For each act the guards of the `when` around it."""
        found: dict[int, tuple[Term, ...]] = {}

        def walk(part: Score, guards: tuple[Term, ...]) -> None:
            if isinstance(part, Step):
                found.setdefault(id(part), guards)
            inner = (*guards, part.guard) if isinstance(part, When) else guards
            for child in part.children:
                walk(child, inner)

        walk(self.rite.score, ())
        return found


def _plain(details: Mapping[str, Any]) -> dict[str, Value]:
    return {k: (v[0] if isinstance(v, tuple) else v) for k, v in details.items() if v not in ((), None)}
