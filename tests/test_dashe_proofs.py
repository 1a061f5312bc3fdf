"""大射 DS2-01 to DS2-12, section by section: sound, conserving, checked well; nothing in it idle.

Golden counts: ``python benchmarks/sections.py --golden`` prints `GOLDEN`; put its numbers here when the score or
the rules are changed on purpose.  ``python benchmarks/mutations.py dashe --by-section`` prints how well mistakes
are found, for any cast and reading.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, islice

import pytest
from mutating import Tally, accepted, add, mutate, nothing_yet, rows, script_of, study, total, worst
from test_model import guards_that_speak, summary

from fsm.acting import plain_action
from fsm.actions import Action
from fsm.checking import Checker
from fsm.linting import explore, reachable
from fsm.loading import build, load
from fsm.performing import POLICIES, Performance, by_policy, perform
from fsm.readings import Dispute
from fsm.rite import Rite
from fsm.rites.dashe import DASHE, DISPUTES
from fsm.score import Step
from fsm.situation import Move, Situation
from fsm.terms import Term, TermError, Value, evaluate

SECTIONS = tuple(section.id for section in DASHE.sections)
COMMENTATORS = ("zheng", "jia", "ao", "sheng", "hao", "zhang", "jiang")
RESULTS = ("right", "left", "level")

CASTS: Mapping[str, Mapping[str, Value]] = {
    "one pair": {"pairs": 1, "other_pairs": 0, "ministers": 0, "great_officers": 0},
    "seniors": {"pairs": 1, "other_pairs": 0, "ministers": 2, "great_officers": 0},
    "two pairs": {"pairs": 2},
    "all kinds": {"pairs": 2, "great_officers": 1, "officer_with_great_officer": "yes"},
}
"""“One pair”: beside them guest and duke alone.  “Two pairs”: also another pair, two ministers, two great officers."""


@dataclass(frozen=True)
class Stretch:
    """One section for one cast; for the drinking, also who has won."""

    section: str
    cast: str = "one pair"
    result: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.section, self.result, self.cast)))

    @property
    def given(self) -> Mapping[str, Value]:
        return {"result": self.result} if self.result else {}

    @cache  # noqa: B019
    def rite(self, *reading: str) -> Rite:
        return load("dashe", self.section, self.section, reading, CASTS[self.cast], self.given)


def stretches(cast: str, sections: Iterable[str] = SECTIONS) -> list[Stretch]:
    """The sections for one cast, the drinking for each result."""
    return [Stretch(s, cast, result) for s in sections for result in (RESULTS if s == "DS2-10" else ("",))]


def named(values: Iterable[object], slow: Callable[[object], bool] = lambda _: False) -> list[object]:
    """Parameters by their names, some of them slow."""
    return [pytest.param(v, id=str(v), marks=pytest.mark.slow if slow(v) else ()) for v in values]


# --- every situation ---------------------------------------------------------------------------------------------


GOLDEN: Mapping[Stretch, tuple[int, ...]] = {
    Stretch("DS2-01", "one pair"): (994, 952, 973, 973, 973, 973),
    Stretch("DS2-02", "one pair"): (641, 641, 641, 641, 641, 641),
    Stretch("DS2-03", "one pair"): (7, 7, 7, 7, 7, 7),
    Stretch("DS2-04", "one pair"): (7, 7, 7, 7, 7, 7),
    Stretch("DS2-05", "one pair"): (155, 155, 155, 155, 155, 155),
    Stretch("DS2-06", "one pair"): (4658, 4619, 4661, 4661, 4658, 4631),
    Stretch("DS2-07", "one pair"): (7196, 7014, 7080, 7134, 7165, 7032),
    Stretch("DS2-08", "one pair"): (391, 391, 391, 391, 391, 391),
    Stretch("DS2-09", "one pair"): (40, 40, 40, 40, 40, 40),
    Stretch("DS2-10", "one pair", result="right"): (148, 148, 148, 148, 148, 148),
    Stretch("DS2-10", "one pair", result="left"): (202, 202, 202, 202, 202, 202),
    Stretch("DS2-10", "one pair", result="level"): (1, 1, 1, 1, 1, 1),
    Stretch("DS2-11", "one pair"): (432, 432, 432, 432, 432, 432),
    Stretch("DS2-12", "one pair"): (40, 40, 40, 40, 40, 40),
    Stretch("DS2-01", "two pairs"): (1495, 1201, 1348, 1348, 1348, 1348),
    Stretch("DS2-02", "two pairs"): (641, 641, 641, 641, 641, 641),
    Stretch("DS2-03", "two pairs"): (7, 7, 7, 7, 7, 7),
    Stretch("DS2-04", "two pairs"): (31, 31, 31, 31, 31, 31),
    Stretch("DS2-05", "two pairs"): (909, 909, 909, 909, 909, 909),
    Stretch("DS2-06", "two pairs"): (6335, 6254, 6548, 6548, 6335, 6266),
    Stretch("DS2-08", "two pairs"): (424, 424, 424, 424, 424, 424),
    Stretch("DS2-09", "two pairs"): (41, 41, 41, 41, 41, 41),
    Stretch("DS2-10", "two pairs", result="right"): (868, 868, 868, 868, 868, 868),
    Stretch("DS2-10", "two pairs", result="left"): (901, 901, 901, 901, 901, 901),
    Stretch("DS2-10", "two pairs", result="level"): (1, 1, 1, 1, 1, 1),
    Stretch("DS2-11", "two pairs"): (432, 432, 432, 432, 432, 432),
    Stretch("DS2-12", "two pairs"): (40, 40, 40, 40, 40, 40),
}  # fmt: skip
"""How many situations there are where the archers hit as each policy says, in the order of `POLICIES`; under 鄭玄."""

LONG = ("DS2-06", "DS2-07", "DS2-11")
"""Sections of which there are many situations."""


@pytest.mark.parametrize("stretch", named(GOLDEN, lambda s: s.cast != "one pair" or s.section in LONG))
def test_every_situation_leads_to_an_end(stretch: Stretch) -> None:
    rite, counts = stretch.rite(), []
    for policy in POLICIES:
        found = explore(rite, by_policy(policy))
        assert (found.stuck, found.endless, found.ambiguous) == ([], [], []), policy
        assert found.ends
        counts.append(found.situations)
    assert tuple(counts) == GOLDEN[stretch]


@pytest.mark.long
@pytest.mark.parametrize("reading", ["ao", "sheng", "hao"])
@pytest.mark.parametrize("stretch", named(stretches("one pair", (s for s in SECTIONS if s != "DS2-07"))))
def test_no_reading_leads_nowhere(stretch: Stretch, reading: str) -> None:
    found = explore(stretch.rite(reading), by_policy("right"))
    assert (found.stuck, found.endless, found.ambiguous) == ([], [], [])


# --- performances ------------------------------------------------------------------------------------------------


@cache
def whole(reading: str, cast: str) -> Rite:
    return load("dashe", reading=reading, cast=CASTS[cast])


def assert_conforms(performance: Performance) -> None:
    assert performance.end.end is not None
    verdict = Checker(performance.rite).check(script_of(performance.actions))
    assert not verdict.findings
    assert verdict.conforms
    assert verdict.cost == 0


@pytest.mark.parametrize("optional", [True, False], ids=["in full", "optional acts left out"])
@pytest.mark.parametrize("reading", named(COMMENTATORS, lambda r: r not in ("zheng", "ao")))
def test_canonical_performances_conform(reading: str, optional: bool) -> None:
    """The whole of it; the lower archers’ side drinks, or the upper archers’."""
    hits = "right" if optional else "left"
    assert_conforms(perform(whole(reading, "one pair"), outcomes={"hit": hits}, optional=optional))


@pytest.mark.slow
@pytest.mark.parametrize("optional", [True, False], ids=["in full", "optional acts left out"])
@pytest.mark.parametrize("reading", COMMENTATORS)
def test_canonical_performances_of_all_kinds_conform(reading: str, optional: bool) -> None:
    hits = "right" if optional else "left"
    assert_conforms(perform(whole(reading, "all kinds"), outcomes={"hit": hits}, optional=optional))


@pytest.mark.parametrize(
    ("reading", "cast", "seed"),
    [
        ("zheng", "one pair", 0),
        *(pytest.param(r, "two pairs", s, marks=pytest.mark.slow) for r in ("zheng", "ao", "sheng") for s in range(3)),
        *(pytest.param(r, "all kinds", s, marks=pytest.mark.slow) for r in ("zheng", "hao") for s in (3,)),
    ],
)
def test_random_legal_performances_conform(reading: str, cast: str, seed: int) -> None:
    performance = perform(whole(reading, cast), order="random", seed=seed)
    assert_conforms(performance)
    assert [a for a in performance.acts if not conserves(a.before, a.move)] == []


# --- nothing is lost ---------------------------------------------------------------------------------------------

FOUR = 4
"""The director’s arrows, and the duke’s."""


def summed(situation: Situation, *kinds: str) -> int:
    """All registers of some kinds together."""
    registers = situation.rite.schema.registers
    pairs = zip(registers, situation.world, strict=True)
    return sum(int(value) for register, value in pairs if register.name.partition("[")[0] in kinds)


def tallies(situation: Situation) -> int:
    """In the holder, in the hand, laid for either side, and the rest beside the holder."""
    return summed(situation, "holder_n", "in_hand", "laid", "reserve")


def arrows(situation: Situation) -> int:
    """In hands and belts, in the booth and below, on the rack, at the targets; and the director’s once taken away."""
    taken = situation.read("demonstration_arrows") in ("hand", "staff")
    return summed(situation, "arrows", "stored", "rack_n", "downrange") + FOUR * taken


def conserves(before: Situation, move: Move) -> bool:
    """Whether a move loses no tally and no arrow; the duke’s four are brought with his bow, from outside."""
    details = move.details
    brought = move.step.act == "tend_gear" and (details.get("object"), details.get("for")) == ("bow", "duke")
    return tallies(move.target) == tallies(before) and arrows(move.target) == arrows(before) + FOUR * brought


@pytest.mark.parametrize("stretch", named(GOLDEN, lambda s: s.cast != "one pair" or s.section in LONG))
def test_no_arrow_and_no_tally_is_lost(stretch: Stretch) -> None:
    choose = by_policy("right")
    for situation in reachable(stretch.rite(), choose):
        assert all(conserves(situation, move) for move in choose(situation))


def test_where_arrows_and_tallies_are_after_each_section() -> None:
    """Three times the arrows go from the booth to the targets or the rack; the tallies come back to their place."""
    rite = whole("zheng", "all kinds")
    acts = perform(rite, outcomes={"hit": "right"}).acts
    after = {a.move.step.section: a.move.target for a in acts}
    three, everybody = 2 * 2 * FOUR, (2 + 1 + 1 + 1 + 1) * 2 * FOUR  # the pairs; another, ministers, officers, the duke

    def lie(section: str) -> tuple[int, int, int]:
        found = after[section]
        return int(found.read("rack_n")), int(found.read("downrange")), sum_of_three(found, "stored")

    assert lie("DS2-01") == (0, three + FOUR, 0)
    assert lie("DS2-02") == (three + FOUR, 0, 0)
    assert lie("DS2-05") == (0, 0, three)
    assert lie("DS2-06") == (0, three, 0)
    assert lie("DS2-07") == (0, everybody, 0)
    assert lie("DS2-08") == (everybody, 0, 0)
    counted = after["DS2-09"]
    assert [counted.read(f"laid[{side}]") for side in ("right", "left")] == [0, 0]
    assert (counted.read("result"), counted.read("in_hand[tally_officer]")) == ("right", 0)


def sum_of_three(situation: Situation, kind: str) -> int:
    return sum(int(situation.read(f"{kind}[{p}]")) for p in situation.rite.groups["three_pairs"])


# --- mistakes ----------------------------------------------------------------------------------------------------

WELL = 0.98
"""The share of mistakes that are one finding, at the right clause."""


def studied(stretch: Stretch, reading: str, most: int) -> dict[str, Tally]:
    """About so many mistakes in a canonical and a random performance."""
    rite, chance, found = stretch.rite(reading), random.Random(f"{stretch} {reading}"), nothing_yet()
    checker = Checker(rite)
    hits = {"hit": "right"} if any(key == "hit" for step in rite.steps for key, _ in step.outcomes) else {}
    for performance in (perform(rite, outcomes=hits), perform(rite, order="random", seed=1)):
        share = min(1.0, most / (20 * len(performance.acts) or 1))
        found = add(found, study(checker, mutate(performance, chance, share)))
    return found


def assert_found(by_section: Mapping[Stretch, Mapping[str, Tally]]) -> None:
    everything = {str(s): total(kinds) for s, kinds in by_section.items()}
    examples = "\n".join(worst(dict(kinds)) for kinds in by_section.values())
    report = "\n".join(["", *rows(everything, "section", 32), examples])
    found = total(everything)
    assert found.detected == found.illegal, report
    assert found.fix_conforms == found.illegal, report
    assert found.one_finding >= WELL * found.illegal, report
    assert found.right_clause >= WELL * found.illegal, report


def drinkers(cast: str) -> list[Stretch]:
    """The sections in which something is done."""
    return [s for s in stretches(cast) if s.result != "level"]


def test_mistakes_are_found_once_and_repaired() -> None:
    of = [s for s in drinkers("one pair") if s.section not in ("DS2-07", "DS2-11")]
    assert_found({s: studied(s, "zheng", 90) for s in of})


@pytest.mark.long
@pytest.mark.parametrize("reading", ["zheng", "ao", "sheng"])
def test_mistakes_are_found_once_and_repaired_at_length(reading: str) -> None:
    of = drinkers("all kinds")
    assert_found({s: studied(s, reading, 180 if s.section == "DS2-07" else 360) for s in of})


# --- every guard earns its place ---------------------------------------------------------------------------------

IDLE: Mapping[str, str] = {
    "back_target.level": "the men at the targets never go up to the hall",
    "leave.loser_covered": "who takes an unstrung bow is covered then, and bares his arm no more before he leaves",
}
"""Guards that no act out of place breaks, and why."""

OUTCOMES = {"hit": "right", "flight": "stay", "short": "True,False"}
"""The upper archers hit; the duke misses; an arrow is missing once."""

LEFT_WINS = {"hit": "left", "flight": "hit"}


@dataclass
class Trial:
    """A performance, and where in it the acts of the rite break its guards."""

    performance: Performance
    tests: dict[str, dict[Term, Step]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rite = self.performance.rite
        for step in rite.steps:
            for guard in rite.guards(step, rite.initial_world):
                self.tests.setdefault(guard.id, {}).setdefault(guard.test, step)

    def breaks(self, guard: str) -> Iterator[tuple[Action, int]]:
        """Acts that break the guard, and before which act they do; of each test one act, at one place."""
        acts, tests = self.performance.acts, dict(self.tests.get(guard, {}))
        everywhere = range(len(acts))
        for places in (everywhere[::COARSE], everywhere):
            for test, step in [*tests.items()]:
                at = next((i for i in places if fails(test, acts[i].before)), None)
                if at is not None:
                    del tests[test]
                    yield plain_action(self.performance.rite, step), at


COARSE = 23
"""At first only so manieth act is looked at."""


def fails(test: Term, situation: Situation) -> bool:
    try:
        return not evaluate(test, situation.read)
    except TermError:
        return False


def trial(rite: Rite, asked: Mapping[str, str] = OUTCOMES) -> Trial:
    known = {key for step in rite.steps for key, _ in step.outcomes}
    return Trial(perform(rite, outcomes={k: v for k, v in asked.items() if k in known}))


@cache
def of_the_whole(reading: str = "zheng", cast: str = "all kinds", right_wins: bool = True) -> Trial:
    return trial(whole(reading, cast), OUTCOMES if right_wins else LEFT_WINS)


WHOLE = (("zheng", "all kinds", True), ("zheng", "all kinds", False), ("zheng", "two pairs"), ("sheng", "all kinds"))


MOST_TRIED = 6


def missed(guard: str, found: Trial) -> bool:
    """Whether a finding about an act that breaks the guard is another without it."""
    rite = found.performance.rite
    places = list(islice(found.breaks(guard), MOST_TRIED))
    if not places:
        return False
    asked = rite.request
    freed = Checker(build(DASHE, asked.reading, asked.cast, asked.start, asked.end, asked.given, drop_guard=guard))
    checker, acts = Checker(rite), found.performance.actions
    scripts = (script_of([*acts[:at], action, *acts[at:]]) for action, at in places)
    return any(summary(checker.check(script)) != summary(freed.check(script)) for script in scripts)


def test_without_a_guard_some_finding_is_another() -> None:
    """Some of the guards that speak in the first section."""
    found = trial(Stretch("DS2-01").rite())
    guards = [guard for guard in found.tests if next(found.breaks(guard), None)]
    assert len(guards) >= 40
    assert [guard for guard in guards[::6] if not missed(guard, found)] == []


@pytest.mark.long
def test_without_any_guard_some_finding_is_another() -> None:
    """Section by section; guards that no act of their own section breaks by what comes before and after it."""
    left = guards_that_speak(whole("zheng", "all kinds"))
    assert len(left) >= 150
    for stretch in drinkers("all kinds"):
        found = trial(stretch.rite())
        left = [guard for guard in left if not missed(guard, found)]
    for asked in WHOLE:
        left = [guard for guard in left if not missed(guard, of_the_whole(*asked))]
    assert set(left) == set(IDLE)


# --- disputes ----------------------------------------------------------------------------------------------------

STARRED = (1, 4, 6, 7, 8, 11, 12, 13, 14, 15, 16, 19, 20, 21, 22, 25, 29, 30, 34, 35, 38, 39, 41, 44, 45, 46, 47)
"""The disputes of DS2-01 to DS2-12 that are said to change what is done."""


@dataclass(frozen=True)
class Separating:
    """Where the positions of a dispute show: the stretch, the outcomes, and what else is to be read how."""

    section: str
    outcomes: Mapping[str, str] = field(default_factory=dict)
    reading: tuple[str, ...] = ()
    result: str = ""
    alike: frozenset[str] = frozenset()
    """Two positions that differ in what they take a word to mean, but not in what is done."""


SEPARATED: Mapping[str, Separating] = {
    "DS-01": Separating("DS2-02"),
    "DS-04": Separating("DS2-01"),
    "DS-05": Separating("DS2-01"),
    "DS-06": Separating("DS2-01"),
    "DS-08": Separating("DS2-02"),
    "DS-09": Separating("DS2-02"),
    "DS-10": Separating("DS2-02", outcomes={"short": "True,False"}),
    "DS-11": Separating("DS2-04"),
    "DS-12": Separating("DS2-04"),
    "DS-13": Separating("DS2-05"),
    "DS-14": Separating("DS2-05"),
    "DS-15": Separating("DS2-05", alike=frozenset({"left_and_right", "toward_the_hall"})),
    "DS-16": Separating("DS2-05"),
    "DS-17": Separating("DS2-06"),
    "DS-18": Separating("DS2-06"),
    "DS-20": Separating("DS2-07", outcomes={"flight": "glanced", "target": "near"}),
    "DS-21": Separating("DS2-06", outcomes={"pierced": "none"}),
    "DS-22": Separating("DS2-07"),
    "DS-24": Separating("DS2-07", reading=("sheng",)),
    "DS-25": Separating("DS2-07"),
    "DS-29": Separating("DS2-07"),
    "DS-30": Separating("DS2-07"),
    "DS-31": Separating("DS2-07"),
    "DS-32": Separating("DS2-07"),
    "DS-34": Separating("DS2-08"),
    "DS-35": Separating("DS2-08"),
    "DS-39": Separating("DS2-10", result="right"),
    "DS-44": Separating("DS2-11"),
    "DS-45": Separating("DS2-11", reading=("ao",)),
    "DS-46": Separating("DS2-11", reading=("DS-45=two",)),
    "DS-47": Separating("DS2-11"),
    "DS-75": Separating("DS2-09"),
}


def apart(dispute: Dispute) -> set[frozenset[str]]:
    """The pairs of positions of which some script conforms under one, but not under the other."""
    of = SEPARATED[dispute.id]
    cast = CASTS["one pair" if of.section == "DS2-07" else "all kinds"]
    given = {"result": of.result} if of.result else {"right": 8, "left": 1} if of.section == "DS2-09" else {}
    rites = {
        p.key: load("dashe", of.section, of.section, (*of.reading, f"{dispute.id}={p.key}"), cast, given)
        for p in dispute.positions
    }
    scripts = [script_of(trial(rite, of.outcomes).performance.actions).items for rite in rites.values()]
    conform = {key: [accepted(Checker(rite), script) for script in scripts] for key, rite in rites.items()}
    return {frozenset((a, b)) for a, b in combinations(rites, 2) if conform[a] != conform[b]}


def test_every_dispute_is_told_apart_or_says_why_it_cannot_be() -> None:
    known = {d.id: d for d in DISPUTES}
    assert {f"DS-{n:02}" for n in STARRED} <= set(known)
    assert [d.id for d in DISPUTES if d.changes] == [id for id in known if id in SEPARATED]
    assert all(d.note for d in DISPUTES if not d.changes)


@pytest.mark.parametrize("id", named(SEPARATED, lambda id: id not in ("DS-01", "DS-12", "DS-35")))
def test_positions_are_told_apart(id: str) -> None:
    dispute = next(d for d in DISPUTES if d.id == id)
    pairs = {frozenset((a.key, b.key)) for a, b in combinations(dispute.positions, 2)}
    assert apart(dispute) == pairs - {SEPARATED[id].alike}
