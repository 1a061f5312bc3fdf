"""When does a line of a script mean an act of the rite?

Actor and act must be named; of the details, what a line leaves out matches anything
and what it states must agree.  An actor may be named by person, by a group, by an
office (勝者), or by a role that several fill (上射), which stands for each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from fsm.actions import Action
from fsm.rite import Rite
from fsm.score import Step
from fsm.situation import Key, Move, Situation
from fsm.terms import Term
from fsm.vocabulary import Vocabulary, fold

OWN_MARK: Mapping[Any, str] = {"right": "right_mark", "left": "left_mark"}
"""The mark (物) is resolved by the side for which one shoots."""

SAME_PLACE = {"holder_southwest": "director_place"}
"""Places that are one: where the holder will stand, its southwest is the director’s place."""

COARSE_PLACES = {"hall": "hall", "court": "court", "below_hall": "court"}
"""Names that stand for a whole level: whoever says 堂 of an act at the head of the steps is not wrong."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """An action made ready for matching.

    keys: who and what, in order of likelihood; folded: the details stated, made comparable.
    """

    action: Action
    keys: tuple[Key, ...]
    details: tuple[tuple[str, Any], ...]

    @property
    def act(self) -> str:
        return self.action.act


class Matcher:
    """Reads actions for one rite; keeps what it has worked out about each distinct action."""

    def __init__(self, rite: Rite, vocabulary: Vocabulary) -> None:
        self.rite = rite
        self.vocabulary = vocabulary
        self._persons = rite.persons
        self._patterns: dict[Action, Pattern] = {}
        self._at_home: dict[Action, bool] = {}

    def pattern(self, action: Action) -> Pattern:
        """The pattern of an action, worked out once for each distinct action."""
        found = self._patterns.get(action)
        if found is None:
            details = tuple((k, self.comparable(k, v)) for k, v in action.details().items())
            found = self._patterns[action] = Pattern(action, self._keys(action), details)
        return found

    def who(self, name: str) -> tuple[frozenset[str] | str, ...]:
        """What an actor's name may stand for: sets of persons, or an office."""
        meanings: list[frozenset[str] | str] = []
        if name in self.rite.groups:
            meanings.append(frozenset(self.rite.groups[name]))
        if name in self._persons:
            meanings.append(frozenset({name}))
        if name in self.rite.offices:
            meanings.append(name)
        meanings += [frozenset({p}) for p in self.rite.roles.get(name, ())]
        meanings += [frozenset({p}) for p in sorted(self._persons, key=numbered) if p.partition(".")[0] == name != p]
        return tuple(dict.fromkeys(meanings)) or (frozenset({name}),)

    def _keys(self, action: Action) -> tuple[Key, ...]:
        keys: list[Key] = []
        for meaning in product(*(self.who(name) for name in action.actors)):
            sets = [m for m in meaning if isinstance(m, frozenset)]
            if len(sets) == len(meaning) and sets:
                keys.append((frozenset().union(*sets), action.act))
            elif len(meaning) == 1 and isinstance(meaning[0], str):
                keys.append((meaning[0], action.act))
        return tuple(dict.fromkeys(keys))

    def comparable(self, name: str, value: Any) -> Any:
        if name == "words" and isinstance(value, str):
            return self._spoken(value)
        if name == "addressee":
            names = value if isinstance(value, (tuple, list)) else (value,)
            return frozenset(p for n in names for p in self._addressed(n))
        if isinstance(value, bool):
            return "yes" if value else "no"
        return value

    def _spoken(self, words: str) -> str:
        entry = next(iter(self.vocabulary.find(words, "words")), None)
        return fold(self.vocabulary.entry("words", entry).zh[0]) if entry else fold(words)

    def _addressed(self, name: str) -> Iterable[str]:
        return self.rite.groups.get(name, (name,))

    def differing(self, pattern: Pattern, move: Move) -> tuple[str, ...]:
        """The details that a line states otherwise than the act has them; outcomes too."""
        out = []
        for name, stated in pattern.details:
            expected = move.outcome.get(name, move.details.get(name))
            if expected is not None and not self._agrees(name, stated, self.comparable(name, expected), move):
                out.append(name)
        return tuple(out)

    def _agrees(self, name: str, stated: Any, expected: Any, move: Move) -> bool:
        if stated == expected:
            return True
        if name == "place":
            return self._covers(str(stated), str(expected), move)
        if name == "after":
            return bool(stated == "actor")
        if name == "object":
            return stated in GENERIC.get(expected, ()) or str(expected).startswith(f"{stated}.")
        if name == "addressee":
            named: frozenset[str] = stated
            return bool(expected <= named) or not named.isdisjoint(self._offices_of(expected))
        return str(stated) == str(expected)

    def _covers(self, stated: str, expected: str, move: Move) -> bool:
        """Whether a place named coarsely, or as whose own it is, is the place meant."""
        if expected == "mark":
            return {stated} == {OWN_MARK.get(self.rite.fact(p, "team")) for p in move.step.actors}
        if stated == move.details.get("by") and move.step.act in ("go_up", "go_down"):
            return True
        if (
            SAME_PLACE.get(stated) == expected
            or (expected in OWN_MARK.values() and stated == "mark")
            or expected.startswith(f"{stated}.")
        ):
            return True
        level = COARSE_PLACES.get(stated)
        return (
            level is not None and expected in self.vocabulary.ids("place") and self.vocabulary.level(expected) == level
        )

    def _offices_of(self, persons: frozenset[str]) -> frozenset[str]:
        return frozenset(office for office, held in self.rite.offices.items() if persons <= held)

    def candidates(self, pattern: Pattern, situation: Situation) -> list[Move]:
        """Moves by the actor and act that a line names, whatever their details.

        Whole acts come first; a share of an act that several do together only where no whole act answers.
        """
        index = situation.index
        found = [move for key in pattern.keys for move in index.get(key, ())]
        if found:
            return found
        for who, act in pattern.keys:
            if isinstance(who, frozenset) and any(who < group for group in self._acting_together(act, situation)):
                found += situation.partial_index.get((who, act), ()) or self._one_by_one(who, act, situation)
        return found

    def _acting_together(self, act: str, situation: Situation) -> Iterable[frozenset[str]]:
        """Who may do an act together here, or might if no rule forbade it to one of them."""
        steps = [*(m.step for m in situation.moves), *(b.step for b in situation.blocked)]
        return [frozenset(s.actors) for s in steps if s.act == act]

    def _one_by_one(self, who: frozenset[str], act: str, situation: Situation) -> list[Move]:
        """A share done by some members, as if each had a line of his own."""
        assumed: tuple[Step, ...] = ()
        move: Move | None = None
        for person in sorted(who, key=numbered):
            found = situation.partial_index.get((frozenset({person}), act)) or situation.index.get(
                (frozenset({person}), act)
            )
            if not found:
                return []
            move = found[0]
            assumed += move.assumed
            situation = move.target
        if move is None:
            return []
        return [Move(move.step, move.details, move.outcome, assumed, situation, move.late, True)]

    def at_home(self, pattern: Pattern) -> bool:
        """Whether the rite has, anywhere, an act that the line could mean as it stands."""
        found = self._at_home.get(pattern.action)
        if found is None:
            found = any(self.could_mean(pattern, step) for step in self.rite.steps)
            self._at_home[pattern.action] = found
        return found

    def could_mean(self, pattern: Pattern, step: Step) -> bool:
        """Whether a line could mean an act as it stands: by that actor, and contradicting none of its details."""
        return (
            step.act == pattern.act
            and any(who in (frozenset(step.actors), step.office) for who, _ in pattern.keys)
            and not self._contradicts(pattern, step)
        )

    def _contradicts(self, pattern: Pattern, step: Step) -> bool:
        """Whether the line states a detail otherwise than the act always has it."""
        fixed = self.fixed(step)
        return any(name in fixed and fixed[name] != stated for name, stated in pattern.details)

    def fixed(self, step: Step) -> dict[str, Any]:
        """The details an act has whatever the world, made comparable."""
        return {k: self.comparable(k, v) for k, v in step.details if not isinstance(v, Term)}

    def exact(self, pattern: Pattern, situation: Situation) -> list[Move]:
        """Moves that the line means: by that actor, that act, and agreeing in every detail stated."""
        found = self.candidates(pattern, situation)
        return [m for m in found if not self.differing(pattern, m)] if pattern.details else found


GENERIC: dict[str, frozenset[str]] = {
    "penalty_cup": frozenset({"zhi", "jue"}),
    "congratulation_cup": frozenset({"zhi", "jue"}),
    "four_arrows": frozenset({"arrow"}),
    "bow_and_arrows": frozenset({"bow", "arrow"}),
    "stand_cup": frozenset({"zhi", "jue", "penalty_cup"}),
    "duke_penalty_horn": frozenset({"horn_zhi", "zhi", "jue"}),
    "duke_penalty_ivory": frozenset({"ivory_zhi", "zhi", "jue"}),
    "duke_penalty_common": frozenset({"zhi", "jue"}),
    "tally_officer_cup": frozenset({"gu", "jue"}),
    "marker_cup": frozenset({"jue"}),
}
"""A thing may be named by its kind: the penalty cup is a 觶."""


def numbered(person: str) -> tuple[str, int, str]:
    """The order of persons: by name, those who are numbered by their number, others of one name by what follows."""
    name, _, number = person.partition(".")
    return name, int(number) if number.isdigit() else 0, number
