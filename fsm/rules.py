"""The sense of acts: what each verb requires and what it changes.

A rule is written once for its verb, over registers, with variables for the act's own
parameters.  It speaks only where it can: a guard or effect whose variables the act
leaves open, or whose registers the rite does not keep, says nothing there.  So one
rulebook serves rites that keep different things in mind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from fsm.terms import Reg, Term, Value, Var, registers, substitute, term, variables
from fsm.world import Effect, Schema

ACTOR = Var("actor")
"""Whoever acts; where several act together the rule holds for each."""


@dataclass(frozen=True, slots=True)
class Guard:
    """Something that must hold when the act comes.

    id: stable name, ``verb.what``; zh, en: the requirement in words; clause: the clause that lays it
    down in the rite at hand, once the rite has said so (`fsm.score.law`).
    """

    id: str
    test: Term
    zh: str
    en: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """What a verb requires and changes."""

    verb: str
    guards: tuple[Guard, ...] = ()
    effects: tuple[Effect, ...] = ()


def needs(id: str, test: Term, zh: str, en: str) -> Guard:
    """A guard; the id's part before the dot names its verb."""
    return Guard(id, test, zh, en)


def sets(register: Term, value: object) -> Effect:
    """An effect: the register takes the value, worked out in the world before the act."""
    if not isinstance(register, Reg):
        raise TypeError(f"only a register can be set, not {register!r}")
    return Effect(register, term(value))


def rule(verb: str, *parts: Guard | Effect) -> Rule:
    """A rule from its guards and effects, in the order in which they are explained."""
    return Rule(
        verb,
        tuple(p for p in parts if isinstance(p, Guard)),
        tuple(p for p in parts if isinstance(p, Effect)),
    )


class Rulebook:
    """The rules of all verbs, and those a rite adds; a verb without a rule requires and changes nothing."""

    def __init__(self, rules: Iterable[Rule], laws: Mapping[str, tuple[str, ...]] | None = None) -> None:
        merged: dict[str, Rule] = {}
        for one in rules:
            known = merged.get(one.verb, Rule(one.verb))
            merged[one.verb] = Rule(one.verb, known.guards + one.guards, known.effects + one.effects)
        cites = laws or {}
        self._rules = {
            verb: Rule(
                verb,
                tuple(Guard(g.id, g.test, g.zh, g.en, cites.get(g.id, g.clauses)) for g in one.guards),
                one.effects,
            )
            for verb, one in merged.items()
        }
        unknown = set(cites) - {g.id for one in self._rules.values() for g in one.guards}
        if unknown:
            raise KeyError(f"clauses are cited for guards that no verb has: {sorted(unknown)}")

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def rule(self, verb: str) -> Rule:
        return self._rules.get(verb, Rule(verb))

    def guards(self, verb: str, bindings: Iterable[Mapping[str, Value]], schema: Schema) -> tuple[Guard, ...]:
        """The guards that speak, ground, for each binding in turn."""
        return tuple(
            Guard(guard.id, test, guard.zh, guard.en, guard.clauses)
            for binding in bindings
            for guard in self.rule(verb).guards
            if _speaks(test := substitute(guard.test, binding), schema)
        )

    def effects(self, verb: str, bindings: Iterable[Mapping[str, Value]], schema: Schema) -> tuple[Effect, ...]:
        """The effects that speak, ground."""
        out = []
        for binding in bindings:
            for effect in self.rule(verb).effects:
                register, value = substitute(effect.register, binding), substitute(effect.value, binding)
                if isinstance(register, Reg) and _speaks(register, schema) and _speaks(value, schema):
                    out.append(Effect(register, value))
        return tuple(out)

    def without(self, guard_id: str) -> Rulebook:
        """The rulebook less one guard: for proving that each guard earns its place."""
        book = Rulebook(())
        book._rules = {
            verb: Rule(verb, tuple(g for g in one.guards if g.id != guard_id), one.effects)
            for verb, one in self._rules.items()
        }
        return book

    def guard_ids(self) -> tuple[str, ...]:
        return tuple(g.id for g in chain.from_iterable(one.guards for one in self))


def _speaks(expression: Term, schema: Schema) -> bool:
    return not variables(expression) and all(name in schema for name in registers(expression))
