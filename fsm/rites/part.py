"""A long rite in parts: of each stretch what is done, how things stand before, what acts require there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from fsm.rite import Composition
from fsm.rules import Rule
from fsm.score import Score, ScoreError, seq, steps
from fsm.terms import Value
from fsm.vocabulary import Vocabulary, load as load_vocabulary
from fsm.world import Register

LEVELS = ("outside", "court", "steps", "hall")


@dataclass(frozen=True, slots=True)
class Part:
    """One stretch of sections.

    standing: person → the place where he stands before the whole rite begins (only those whose place matters);
    registers: everything else that can vary; rules: what its acts require beside the rules of the verbs;
    groups: name → persons; facts: person → what is always true of him.
    """

    score: Score
    standing: Mapping[str, str] = field(default_factory=dict)
    registers: tuple[Register, ...] = ()
    rules: tuple[Rule, ...] = ()
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    facts: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)


def standing_registers(parts: Iterable[Part], vocabulary: Vocabulary) -> tuple[Register, ...]:
    """Where each person is, and on which level: from the place he first starts at, and those of all acts."""
    found = list(parts)
    standing = {person: place for part in reversed(found) for person, place in part.standing.items()}
    named = (str(s.detail("place")) for part in found for s in steps(part.score) if s.detail("place"))
    places = tuple(dict.fromkeys([*standing.values(), *named]))
    known = frozenset(vocabulary.ids("place"))
    return (
        *(Register(f"loc[{person}]", places, place) for person, place in standing.items()),
        *(
            Register(f"level[{person}]", LEVELS, vocabulary.level(place) if place in known else "court")
            for person, place in standing.items()
        ),
    )


def one_after_the_other(parts: Iterable[Part]) -> Part:
    """Parts in order as one; a register that several keep is declared by the first.

    Raises ScoreError where they do not agree what values it may take.
    """
    found = list(parts)
    registers: dict[str, Register] = {}
    for part in found:
        for register in part.registers:
            first = registers.setdefault(register.name, register)
            if first.domain != register.domain:
                raise ScoreError(f"the register {register.name} is {first.domain} in one part, {register.domain} in a later one")
    facts: dict[str, dict[str, Value]] = {}
    for part in found:
        for person, always in part.facts.items():
            facts.setdefault(person, {}).update(always)
    return Part(
        seq(*(part.score for part in found)),
        {person: place for part in reversed(found) for person, place in part.standing.items()},
        tuple(registers.values()),
        tuple(rule for part in found for rule in part.rules),
        {name: persons for part in found for name, persons in part.groups.items()},
        facts,
    )


def composition(parts: Iterable[Part]) -> Composition:
    """Parts one after the other, as a rite composes them: with where everybody is, and on which level each place lies."""
    found, vocabulary = list(parts), load_vocabulary()
    whole = one_after_the_other(found)
    return Composition(
        whole.score,
        (*standing_registers(found, vocabulary), *whole.registers),
        groups=whole.groups,
        facts=whole.facts,
        levels={place: vocabulary.level(place) for place in vocabulary.ids("place")},
        rules=whole.rules,
    )
