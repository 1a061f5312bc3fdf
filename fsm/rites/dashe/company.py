"""Who shoots from the second round on, and who with whom.

Persons.  The three pairs (三耦) and the other pairs (眾耦) are upper_archer.k and lower_archer.k, numbered
through.  Those of rank are grandees.n, ministers.n and great_officers.n, each in order of rank.  The guest
shoots with the duke; they are no pair of this list.  An officer (士) who is a great officer’s partner is
officers.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from fsm.rites.dashe.people import Pair
from fsm.terms import Value


class RankedPair(Pair):
    """A pair of which one at least has rank."""


@dataclass(frozen=True)
class Company:
    """How many there are of each, and the pairs they make.

    Those of rank are paired two by two in order of rank, the higher as upper archer (敖繼公 on DS2-04-003).
    Where the great officers do not come out even, the last of them shoots with an officer, as lower archer,
    if `officer`; else the last of those of rank does not shoot.
    """

    pairs: int
    other_pairs: int = 0
    grandees: int = 0
    ministers: int = 0
    great: int = 0
    officer: bool = False

    @cached_property
    def three(self) -> tuple[Pair, ...]:
        return tuple(Pair(n) for n in range(1, self.pairs + 1))

    @cached_property
    def others(self) -> tuple[Pair, ...]:
        return tuple(Pair(n) for n in range(self.pairs + 1, self.pairs + self.other_pairs + 1))

    @cached_property
    def ranked(self) -> tuple[Pair, ...]:
        """The pairs of rank, in order; numbered on from the other pairs."""
        persons = [f"{role}.{n}" for role, count in (
            ("grandees", self.grandees), ("ministers", self.ministers), ("great_officers", self.great)) for n in range(1, count + 1)]
        couples = list(zip(persons[::2], persons[1::2], strict=False))
        if len(persons) % 2 and self.great and self.officer:
            couples.append(("officers.1", persons[-1]))
        first = self.pairs + self.other_pairs + 1
        return tuple(RankedPair(number, *couple) for number, couple in enumerate(couples, first))

    @cached_property
    def officer_pair(self) -> Pair | None:
        """The pair of an officer and a great officer, if there is one."""
        return next((p for p in self.ranked if p.persons[0] == "officers.1"), None)

    @cached_property
    def seniors(self) -> tuple[str, ...]:
        """The grandees and ministers who shoot, in order of rank."""
        return tuple(p for pair in self.ranked for p in pair.persons if p.startswith(("grandees.", "ministers.")))

    @cached_property
    def great_officers(self) -> tuple[str, ...]:
        """The great officers who shoot, in order of rank."""
        return tuple(p for pair in self.ranked for p in pair.persons if p.startswith("great_officers."))

    @cached_property
    def row_of_officers(self) -> tuple[str, ...]:
        """Who stand south of the great officers, from the north: a great officer’s partner first."""
        first = self.officer_pair.persons[:1] if self.officer_pair else ()
        return (*first, *(p for pair in self.others for p in pair.persons))

    @cached_property
    def everyone(self) -> tuple[Pair, ...]:
        """All pairs but that of guest and duke."""
        return (*self.three, *self.others, *self.ranked)

    @property
    def facts(self) -> dict[str, dict[str, Value]]:
        """What is always true of each: his partner, his side, his target (the lower in rank shoots at his partner’s)."""
        found: dict[str, dict[str, Value]] = {}
        for pair in self.everyone:
            found |= pair.facts("middle" if isinstance(pair, RankedPair) else "near")
        return found

    @property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """Names of several: each pair, the three, the others, those of each rank."""
        members = {"three_pairs": self.three, "other_pairs": self.others}
        named = {name: tuple(p for pair in pairs for p in pair.persons) for name, pairs in members.items()}
        named |= {
            "grandees": tuple(p for p in self.seniors if p.startswith("grandees.")),
            "ministers": tuple(p for p in self.seniors if p.startswith("ministers.")),
            "great_officers": self.great_officers,
        }
        return {**{k: v for k, v in named.items() if v}, **{f"pair.{p.number}": p.persons for p in self.everyone}}
