"""Performances: what they inherit, and the outcomes that represent all others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

import fsm
from fsm.linting import reachable
from fsm.loading import load
from fsm.performing import POLICIES, by_policy, perform
from fsm.rite import Rite, UsageError
from fsm.rites import MODULES
from fsm.situation import Situation
from fsm.terms import Value

SMALL: dict[str, dict[str, Value]] = {
    "touhu": {"pairs": 1},
    "dashe": {"pairs": 1, "other_pairs": 0, "ministers": 0, "great_officers": 0},
}
KEPT = {"touhu": (), "dashe": ("holder_n", "in_hand", "laid", "reserve")}
"""Registers whose sum no act changes."""


@cache
def whole(rite: str) -> Rite:
    return load(rite, cast=SMALL[rite])


def kept(situation: Situation) -> int:
    registers = zip(situation.rite.schema.registers, situation.world, strict=True)
    return sum(
        int(value) for register, value in registers if register.name.partition("[")[0] in KEPT[situation.rite.id]
    )


# --- inherited facts ---------------------------------------------------------------------------------------------


def some(domain: tuple[Value, ...]) -> list[Value]:
    """Words all of them; of numbers the first, some, and the last."""
    return list(domain) if len(domain) < 5 else [domain[i] for i in (0, 1, 3, 4, 5, 8, 9, -1)]


def inheritances(rite: str) -> Iterator[tuple[str, dict[str, Value]]]:
    """Every start, with every fact alone and every two facts of one kind together."""
    known = whole(rite)
    domains = {r.name: r.domain for r in known.schema.registers}
    values = {name: some(domains[fact.register]) for name, fact in known.inherited.items()}
    names = list(values)
    for section in known.sections:
        for name in names:
            yield from ((section.id, {name: value}) for value in values[name])
        for one, other in ((a, b) for i, a in enumerate(names) for b in names[i + 1 :]):
            yield from ((section.id, {one: x, other: y}) for x, y in product(values[one][1:6:2], values[other][1:6:2]))


def holds(rite: str, start: str, given: dict[str, Value]) -> None:
    """What is given is refused, or true where the stretch begins; then nothing is lost to the end, whoever succeeds."""
    try:
        made = load(rite, start, cast=SMALL[rite], given=given)
    except UsageError as error:
        if error.code in ("given-too-early", "given-too-many", "given-contradicts"):
            return
        raise
    order = [s.id for s in made.sections]
    for name, value in given.items():
        fact = made.inherited[name]
        assert order.index(fact.since) <= order.index(start)
        if order.index(start) <= order.index(fact.until):
            assert made.start.read(fact.register) == value
    assert kept(made.start) == kept(whole(rite).start)
    keys = {key for step in made.steps for key, _ in step.outcomes}
    for policy in ("all", "none", "right", "left") if keys else ("all",):
        end = perform(made, outcomes=dict.fromkeys(keys, policy), optional=False).end
        assert end.end is not None
        assert kept(end) == kept(made.start)


ALL = [(rite, *case) for rite in SMALL for case in inheritances(rite)]


def test_every_fact_that_may_be_inherited_is_tried() -> None:
    assert set(MODULES) == set(SMALL)
    assert {(rite, name) for rite, _, given in ALL for name in given} == {
        (rite, name) for rite in SMALL for name in whole(rite).inherited
    }


def test_what_is_inherited_is_refused_or_holds() -> None:
    for case in ALL[:: len(ALL) // 20]:
        holds(*case)


@pytest.mark.parametrize(
    "rite", [pytest.param("touhu", marks=pytest.mark.slow), pytest.param("dashe", marks=pytest.mark.long)]
)
def test_what_is_inherited_is_refused_or_holds_wherever_one_begins(rite: str) -> None:
    for name, start, given in ALL:
        if name == rite:
            holds(name, start, given)


@pytest.mark.parametrize(
    ("rite", "start", "given", "code", "named"),
    [
        ("dashe", "DS2-06", {"right": 3}, "given-too-early", "DS2-07"),
        ("dashe", "DS2-09", {"result": "right"}, "given-too-early", "DS2-10"),
        ("touhu", "TH-04", {"left_horses": 1}, "given-too-early", "TH-05"),
        ("touhu", "", {"left_horses": 1}, "given-too-early", "TH-05"),
        ("dashe", "DS2-09", {"right": 40, "left": 40}, "given-too-many", "one tally for an arrow"),
        ("dashe", "DS2-07", {"right": 5}, "given-too-many", "4 at most"),
        ("touhu", "TH-05", {"right_horses": 2, "left_horses": 2}, "given-too-many", "three rounds"),
        ("dashe", "DS2-10", {"right": 5, "left": 3, "result": "left"}, "given-contradicts", "right"),
        ("dashe", "DS2-09", {"right": -1}, "bad-given", "-1"),
        ("dashe", "DS2-10", {"result": "both"}, "bad-given", "none, right, left, level"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    rite: str, start: str, given: dict[str, Value], code: str, named: str
) -> None:
    with pytest.raises(UsageError) as refused:
        fsm.load(rite, start or None, cast=SMALL[rite], given=given)
    assert refused.value.code == code
    assert named in str(refused.value)


def test_what_follows_from_an_inherited_fact_has_come_about() -> None:
    """Of the tallies the result, of the result who has drunk: also where the stretch begins later."""
    for given in ({"right": 3, "left": 1}, {"result": "right"}):
        later = load("dashe", "DS2-11", cast=SMALL["dashe"], given=given)
        assert later.start.read("result") == "right"
        assert (later.start.read("drunk[duke]"), later.start.read("drunk[guest]")) == (True, False)


def test_where_nobody_has_lost_nobody_has_drunk() -> None:
    """What an untrue condition stands before is not taken as done."""
    level = load("dashe", "DS2-11", cast=SMALL["dashe"])
    assert level.start.read("result") == "level"
    assert not any(level.start.read(r.name) for r in level.schema.registers if r.name.startswith("drunk["))


@pytest.mark.parametrize("rite", SMALL)
def test_a_stretch_begins_as_the_performance_comes_to_it(rite: str) -> None:
    acts = perform(whole(rite)).acts
    for section in whole(rite).sections[1:]:
        first = next((act.before for act in acts if act.move.step.section >= section.id), None)
        made = load(rite, section.id, cast=SMALL[rite]).start
        registers = [r.name for r in made.rite.schema.registers]
        differing = {n for n in registers if first is not None and made.read(n) != first.read(n)}
        # The director is taken as back when the others’ section begins.
        assert differing <= {"loc[archery_director]"}


# --- outcomes ----------------------------------------------------------------------------------------------------

DECIDING = {"touhu": ("TH-04",), "dashe": ("DS2-02", "DS2-07")}
"""Sections in which between them every outcome comes."""


def every_value(rite: Rite) -> set[tuple[str, Value]]:
    return {(key, value) for step in rite.steps for key, domain in step.outcomes for value in domain}


@pytest.mark.parametrize(
    ("rite", "reading"),
    [
        ("touhu", ()),
        ("touhu", ("TH-04=leaning",)),
        pytest.param("dashe", (), marks=pytest.mark.slow),
        pytest.param("dashe", ("DS-21=stays",), marks=pytest.mark.slow),
    ],
)
def test_every_outcome_is_among_the_representative_ones(rite: str, reading: tuple[str, ...]) -> None:
    decided: set[tuple[str, Value]] = set()
    for section, policy in product(DECIDING[rite], ("all", "none")):
        choose = by_policy(policy)
        for situation in reachable(load(rite, section, section, reading, SMALL[rite]), choose):
            decided.update(told for move in choose(situation) for told in move.outcome.items())
    assert decided == every_value(load(rite, reading=reading, cast=SMALL[rite]))


@pytest.mark.parametrize("section", ["DS2-02", "DS2-08"])
def test_missing_arrows_are_fetched_whoever_fails(section: str) -> None:
    """若矢不備 is reached by every policy, whether it is explored or performed."""
    made = load("dashe", section, section, cast=SMALL["dashe"])
    for policy in POLICIES:
        choose = by_policy(policy)
        explored = {c for situation in reachable(made, choose) for move in choose(situation) for c in move.step.clauses}
        assert {"DS2-02-034", "DS2-02-036"} <= explored
        asked = perform(made, outcomes={"short": policy}).acts
        assert [a.move.outcome["short"] for a in asked if "short" in a.move.outcome] == (
            [False] if policy == "all" else [True, False]
        )


@pytest.mark.parametrize("policy", POLICIES)
def test_with_every_policy_for_every_outcome_touhu_ends(policy: str) -> None:
    assert perform(whole("touhu"), outcomes={"fall": policy}).end.end is not None


def test_outcomes_with_which_it_never_ends_are_refused() -> None:
    made = load("dashe", "DS2-02", "DS2-02", cast=SMALL["dashe"])
    with pytest.raises(UsageError) as refused:
        perform(made, outcomes={"short": "True"})
    assert refused.value.code == "outcomes-without-end"


def test_those_of_rank_shoot_for_their_side() -> None:
    made = load("dashe", "DS2-07", "DS2-07", cast={"pairs": 1, "other_pairs": 0})
    hits = {a.move.step.actors[0]: a.move.outcome["hit"] for a in perform(made, outcomes={"hit": "right"}).acts
            if "hit" in a.move.outcome}  # fmt: skip
    assert {person for person, hit in hits.items() if hit} == {"guest", "ministers.1", "great_officers.1"}
