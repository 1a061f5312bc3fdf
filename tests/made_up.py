"""Small made-up rites: generators of random scores and words, and a short way to build one by hand.

Everything is drawn through a `Chooser`, so that hypothesis can draw (and shrink) the same
things that a seeded generator draws quickly by the thousand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from hypothesis import strategies as st

from fsm.actions import Action, Item, Script, Unknown
from fsm.checking import Checker, Verdict
from fsm.loading import build
from fsm.rite import CastKey, Composition, Definition, Rite, Section, Setting
from fsm.rules import ACTOR, Rule, needs, rule, sets
from fsm.score import (
    Actor,
    Choice,
    Citation,
    Crossing,
    Loop,
    Named,
    Remark,
    Repeated,
    Score,
    ScoreError,
    Seq,
    Step,
    Together,
    When,
    transform,
)
from fsm.terms import Reg, Term, Value, Var, if_, term
from fsm.world import Register

T = TypeVar("T")
Chooser = Callable[[Sequence[Any]], Any]

PERSONS = ("a", "b", "c", "d")
VERBS = ("x", "y", "z", "w")
GROUPS = {"ab": ("a", "b"), "cd": ("c", "d"), "all": PERSONS}
ROLES = {"any": ("a", "b", "c")}
PLACES = ("here", "there")
OUTCOMES = ("hit", "miss")

R, S = Reg("r"), Reg("s")
N, OUT = Var("n"), Var("o")


def own(person: Any) -> Term:
    return Reg("own", term(person))


REGISTERS = (
    Register("r", (0, 1, 2), 0),
    Register("s", (0, 1), 0),
    *(Register(f"own[{p}]", (0, 1), 0) for p in PERSONS),
)

A, B, C, D = map(Actor, PERSONS)


# --- building ---


def numbered(score: Score, section: str = "MU-01") -> Score:
    """The score with every part that may cite and does not citing a row of its own, in authored order."""
    count = 0

    def cite() -> tuple[Citation, ...]:
        nonlocal count
        count += 1
        return (Citation(f"{section}-{count:03}", f"row {count}"),)

    def change(part: Score) -> Score:
        if isinstance(part, (Step, Remark)) and not part.cites:
            return replace(part, cites=cite())
        return part

    return transform(score, change)


def definition(
    score: Score | Callable[[Setting], Score],
    rules: Iterable[Rule] = (),
    *,
    registers: Iterable[Register] = REGISTERS,
    cast: tuple[CastKey, ...] = (),
    id: str = "made_up",
    sections: tuple[Section, ...] = (Section("MU-01", "甲", "one"), Section("MU-02", "乙", "two")),
    groups: Mapping[str, tuple[str, ...]] | None = None,
    roles: Mapping[str, tuple[str, ...]] | None = None,
) -> Definition:
    """A rite of one score."""

    def compose(setting: Setting) -> Composition:
        made = score(setting) if callable(score) else score
        return Composition(
            numbered(made),
            tuple(registers),
            groups=GROUPS if groups is None else groups,
            roles=ROLES if roles is None else roles,
            rules=tuple(rules),
        )

    return Definition(id, "假禮", "a made-up rite", "nowhere", sections, cast, (), compose)


def rite_of(score: Score, *rules: Rule, **more: Any) -> Rite:
    """A rite of one score; ScoreError where it is malformed."""
    return build(definition(score, rules, **more))


# --- words ---


def line(text: str) -> Action:
    """``"a x @here n=1"``, ``"a,b y"``, ``"[passage]"``; ``?verb`` is a word not understood."""
    if text.startswith("["):
        return Action(passage=text.strip("[]"))
    who, what, *details = text.split()
    fields: dict[str, Any] = {}
    data: dict[str, Value] = {}
    for detail in details:
        if detail.startswith("@"):
            fields["place"] = detail[1:]
        else:
            key, _, value = detail.partition("=")
            data[key] = int(value) if value.isdigit() else value
    unknown = (Unknown("act", what[1:]),) if what.startswith("?") else ()
    return Action(
        actors=tuple(who.split(",")),
        act="" if unknown else what,
        data=tuple(sorted(data.items())),
        unknown=unknown,
        **fields,
    )


def lines(text: str) -> list[Action]:
    """Lines separated by semicolons."""
    return [line(part.strip()) for part in text.split(";") if part.strip()]


def script(word: str | Iterable[Action], groups: Sequence[int] | None = None) -> Script:
    """A script of one word, with its groups of equal time where given."""
    actions = lines(word) if isinstance(word, str) else list(word)
    return Script(tuple(Item(a, group=groups[i] if groups else i) for i, a in enumerate(actions)))


def verdict(rite: Rite, word: str | Iterable[Action], groups: Sequence[int] | None = None, **how: Any) -> Verdict:
    return Checker(rite).check(script(word, groups), **how)


def conforms(rite: Rite, word: str | Iterable[Action], groups: Sequence[int] | None = None, **how: Any) -> bool:
    return verdict(rite, word, groups, **how).conforms


# --- random rules ---


def random_rules(choose: Chooser) -> tuple[Rule, ...]:
    """For each verb at most a guard and at most two effects, over `r`, `s` and `own`."""
    made = []
    for verb in VERBS:
        guards = [
            None,
            None,
            None,
            R.is_(choose((0, 1, 2))),
            R.is_not(choose((0, 1, 2))),
            S.is_(choose((0, 1))),
            own(ACTOR).is_(0),
            R.is_not(N),
        ]
        effects = [
            None,
            sets(R, (R + 1) % 3),
            sets(R, choose((0, 1, 2))),
            sets(S, if_(S.is_(0), 1, 0)),
            sets(own(ACTOR), 1),
            sets(R, if_(OUT.is_("hit"), 1, 2)),
        ]
        guard = choose(guards)
        parts: list[Any] = [] if guard is None else [needs(f"{verb}.g", guard, "須", "must")]
        first, second = choose(effects), choose(effects[:2])
        parts += [
            e
            for e in (first, second)
            if e is not None and (e is first or first is None or e.register != first.register)
        ]
        made.append(rule(verb, *parts))
    return tuple(made)


# --- random scores ---


@dataclass
class Draw:
    """Draws one score: counts acts, and gives crossings keys of their own."""

    choose: Chooser
    acts: int = 0
    keys: int = 0
    most: int = 9
    rules: tuple[Rule, ...] = field(default=())

    def step(self, persons: Sequence[str], plain: bool = False) -> Step:
        choose = self.choose
        self.acts += 1
        actors = choose(_actors(tuple(persons)))
        details: list[tuple[str, Any]] = []
        if choose((0, 0, 0, 1)):
            details.append(("place", choose(PLACES)))
        if choose((0, 0, 0, 1)):
            details.append(("n", choose((0, 1, 2, R))))
        outcomes: tuple[tuple[str, tuple[Value, ...]], ...] = ()
        optional = None
        if not plain:
            kind = choose(("", "", "", "", "", "outcome", "unsaid", "manner"))
            if kind == "outcome":
                outcomes = (("o", OUTCOMES),)
            elif kind:
                optional = kind
        office = "winner" if choose((0,) * 9 + (1,)) else None
        by = ("somebody",) if optional == "unsaid" else ()
        return Step(actors, choose(VERBS), office, tuple(details), outcomes, optional, by)

    def guard(self) -> Term:
        choose = self.choose
        return choose(
            (R.is_(choose((0, 1, 2))), choose((1, 2)) > R, S.is_(choose((0, 1))), own(choose(PERSONS)).is_(0))
        )

    def score(self, persons: Sequence[str], depth: int = 3) -> Score:
        """A score for these persons."""
        choose = self.choose
        if depth == 0 or self.acts >= self.most:
            return self.step(persons)
        kind = choose(
            ("step", "step", "seq", "seq", "seq", "choice", "when", "when", "loop", "together", "together",
             "crossing", "repeated", "deadline", "named", "pairs", "forgoes")
        )  # fmt: skip
        match kind:
            case "seq":
                return self.sequence(persons, depth)
            case "choice":
                return Choice(tuple(self.score(persons, depth - 1) for _ in range(choose((2, 2, 3)))))
            case "when":
                part = When(self.guard(), self.score(persons, depth - 1))
                if choose((0, 1)):
                    return Seq((part, When(~part.guard, self.score(persons, depth - 1))))
                return part
            case "loop":
                return Loop(
                    self.guard(),
                    Seq((self.step(persons, plain=True), self.score(persons, depth - 2 if depth > 1 else 0))),
                )
            case "repeated":
                body = [self.score(persons, depth - 1) for _ in range(2)]
                return Repeated(tuple(choose((body, [body[0], body[0]]))), "× 2")
            case "named":
                return Named("part", self.sequence(persons, depth), choose(("passage", "block", "short", "repeat")))
            case "forgoes":
                return Seq(
                    (Remark("forgoes", pattern=Step((persons[0],), choose(VERBS))), self.score(persons, depth - 1))
                )
        if len(persons) < 2:
            return self.sequence(persons, depth)
        if kind == "pairs" and len(persons) >= 3:
            return self.pairs(persons)
        left, right = _split(choose, persons)
        if kind == "crossing":
            return self.crossing(left, right, depth)
        branches = (self.score(left, depth - 1), self.score(right, depth - 1))
        if kind == "deadline":
            return Seq((Together(branches, deadline=True), self.score(persons, depth - 1)))
        if kind == "together":
            if len(left) > 1 and choose((0, 0, 1)):
                return Together((self.score(left[:1], 1), self.score(left[1:], 1), branches[1]))
            return Together(branches)
        return self.step(persons)

    def sequence(self, persons: Sequence[str], depth: int) -> Score:
        return Seq(tuple(self.score(persons, depth - 1) for _ in range(self.choose((1, 2, 2, 3)))))

    def crossing(self, left: Sequence[str], right: Sequence[str], depth: int) -> Score:
        """Two branches that meet once, or one that looks for somebody in vain."""
        choose = self.choose
        self.keys += 1
        key = f"k{self.keys}"
        meeting = replace(self.step((*left, *right), plain=True), office=None)
        single = choose(((False, False), (False, False), (True, False), (True, True), (True, None)))

        def branch(persons: Sequence[str], one: bool | None) -> Score:
            inside = depth - 2 if depth > 1 else 0
            parts: list[Score] = [self.score(persons, inside) for _ in range(choose((0, 1, 1)))]
            if one is not None:
                parts.append(Crossing(key, meeting, one))
            parts += [self.score(persons, inside) for _ in range(choose((0, 1)))]
            return Seq(tuple(parts))

        deadline = choose((False, False, True))
        return Together((branch(left, single[0]), branch(right, single[1])), deadline)

    def pairs(self, persons: Sequence[str]) -> Score:
        """Pair after pair, each crossing with the next."""
        from fsm.score import pair_after_pair

        who = tuple(persons[:3])
        self.keys += 1
        number = self.keys
        down_verb, up_verb, do_verb, meet_verb = (self.choose(VERBS) for _ in range(4))
        self.acts += 6

        def meeting(i: int) -> Step:
            return Step((who[i], who[i + 1]) if i + 1 < len(who) else (who[i],), meet_verb)

        def up(i: int) -> Score:
            parts: tuple[Score, ...] = (Step((who[i],), up_verb),)
            return Seq((*parts, Crossing(f"p{number}.{i - 1}", meeting(i - 1), True)) if i else parts)

        return pair_after_pair(
            range(len(who)),
            up,
            lambda i: Step((who[i],), do_verb),
            lambda i: Seq((Crossing(f"p{number}.{i}", meeting(i), True), Step((who[i],), down_verb))),
        )


def _actors(persons: tuple[str, ...]) -> list[tuple[str, ...]]:
    ones = [(p,) for p in persons]
    return [*ones, *ones, *ones, persons[:2], persons[:3]]


def _split(choose: Chooser, persons: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    at = choose(range(1, len(persons)))
    return persons[:at], persons[at:]


def random_rite(choose: Chooser) -> Rite | None:
    """A random rite, or None where the static lints reject it."""
    rules = random_rules(choose)
    score = Draw(choose).score(PERSONS)
    try:
        return rite_of(score, *rules)
    except ScoreError:
        return None


@st.composite
def rites(draw: Any) -> Rite:
    """Well-formed random rites."""
    from hypothesis import assume

    rite = random_rite(lambda options: draw(st.sampled_from(list(options))))
    assume(rite is not None)
    assert rite is not None
    return rite


def rite_from_seed(seed: int) -> Rite | None:
    return random_rite(random.Random(seed).choice)


# --- random words ---


def random_line(choose: Chooser) -> Action:
    """Any line at all."""
    if choose((0,) * 15 + (1,)):
        return Action(actors=(choose(PERSONS),), unknown=(Unknown("act", "blah"),))
    actors = choose(
        (*((p,) for p in PERSONS), *((p,) for p in PERSONS), ("ab",), ("any",), ("winner",), ("a", "b"), ("b", "c"))
    )
    details: dict[str, Any] = {}
    if choose((0, 0, 0, 1)):
        details["place"] = choose(PLACES)
    data: dict[str, Value] = {}
    if choose((0, 0, 0, 1)):
        data["n"] = choose((0, 1, 2))
    if choose((0, 0, 0, 0, 1)):
        data["o"] = choose(OUTCOMES)
    return Action(actors=actors, act=choose(VERBS), data=tuple(sorted(data.items())), **details)


def random_word(choose: Chooser, longest: int = 6) -> list[Action]:
    return [random_line(choose) for _ in range(choose(range(longest + 1)))]


def walk(rite: Rite, choose: Chooser, longest: int = 8) -> list[Action]:
    """A legal beginning of a performance, stated now in full, now barely, joint acts now member by member."""
    situation, word = rite.start, []
    while len(word) < longest:
        if situation.end is not None and choose((0, 1, 1)) == 0:
            break
        moves = situation.moves
        if choose((0, 0, 0, 1)):
            moves = (*situation.partial_moves,) or moves
        if not moves:
            break
        move = choose(moves)
        word.append(spoken(move, choose))
        situation = move.target
    return word


def spoken(move: Any, choose: Chooser) -> Action:
    """A move as a line that states some of its details."""
    stated = {k: v for k, v in {**move.details, **move.outcome}.items() if choose((0, 1))}
    data = tuple(sorted((k, v) for k, v in stated.items() if k != "place"))
    return Action(actors=move.step.actors, act=move.step.act, place=stated.get("place"), data=data)


def mutated(choose: Chooser, word: list[Action], times: int) -> list[Action]:
    """The word after some random changes."""
    word = list(word)
    for _ in range(times):
        at = choose(range(len(word) + 1))
        kind = choose(("delete", "swap", "twice", "insert", "actor", "verb", "detail", "unknown", "move"))
        if kind == "insert" or at == len(word):
            word.insert(at, random_line(choose))
        elif kind == "delete":
            del word[at]
        elif kind == "swap" and at + 1 < len(word):
            word[at], word[at + 1] = word[at + 1], word[at]
        elif kind == "twice":
            word.insert(at, word[at])
        elif kind == "actor":
            word[at] = replace(word[at], actors=(choose(PERSONS),))
        elif kind == "verb":
            word[at] = replace(word[at], act=choose(VERBS))
        elif kind == "detail":
            word[at] = word[at].with_details({"place": choose(PLACES), "o": choose((None, *OUTCOMES))})
        elif kind == "unknown":
            word[at] = replace(word[at], act="", unknown=(Unknown("act", "blah"),))
        else:
            taken = word.pop(at)
            word.insert(choose(range(len(word) + 1)), taken)
    return word


def random_groups(choose: Chooser, length: int) -> list[int]:
    """Mostly each line by itself; now and then two or three of equal time."""
    groups, number = [], 0
    for i in range(length):
        if i and not choose((0, 0, 0, 0, 0, 1)):
            number += 1
        groups.append(number)
    return groups
