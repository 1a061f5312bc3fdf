"""大射儀, second round: shooting for tallies, the arrows fetched again, the tallies counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm.acting import action_of_move
from fsm.actions import Action, Value
from fsm.checking import Checker, Verdict, as_script
from fsm.counting import heaps, loose, number, pairs, sentence
from fsm.linting import explore, reachable
from fsm.loading import build
from fsm.rite import CastKey, Composition, Definition, Rite, Section, Setting
from fsm.rites.dashe.company import Company
from fsm.rites.dashe.first_disputes import DISPUTES as FIRST
from fsm.rites.dashe.first_round import first_round
from fsm.rites.dashe.s03_s04_pairs_matched import DISPUTES as MATCHING
from fsm.rites.dashe.s05_arrows_taken import DISPUTES as TAKEN
from fsm.rites.dashe.second_round_begins import second_round_begins
from fsm.rites.dashe.second_shooting import DISPUTES, arrows_fetched_again, shooting_counted, tallies_counted
from fsm.rites.part import Part, composition
from fsm.score import Actor, passage
from fsm.situation import Move, Situation

ALL = {d.id: d for d in (*FIRST, *MATCHING, *TAKEN, *DISPUTES)}
Hits = Callable[[str, int], bool]


def upper_only(archer: str, left: int) -> bool:
    return archer.startswith("upper")


def upper_and_one(archer: str, left: int) -> bool:
    """All four of the upper archer, the first of the lower."""
    return archer.startswith("upper") or left == 4


def the_duke_shoots(company: Company) -> Part:
    """In the place of DS2-07: those of rank who are still above come down."""
    return Part(passage("DS2-07", "094 諸公卿", Actor(*company.seniors).go_down(to="west_steps_foot")))


def compose(setting: Setting) -> Composition:
    company = Company(setting.number("pairs"), ministers=2, great=2)
    parts = [
        first_round(company.pairs),
        second_round_begins(company),
        shooting_counted(company),
        the_duke_shoots(company),
        arrows_fetched_again(company),
        tallies_counted(),
    ]
    return composition(parts)


SECTIONS = tuple(Section(f"DS2-{n:02}", "", "") for n in range(1, 10))
PAIRS = CastKey("pairs", (1, 2, 3), 1, "", "")
ROUND = Definition("dashe", "", "", "", SECTIONS, (PAIRS,), tuple(ALL.values()), compose)


def rite(
    *reading: str, pairs: int = 1, start: str | None = None, end: str | None = None, without: tuple[str, ...] = ()
) -> Rite:
    return build(ROUND, reading, {"pairs": pairs}, start, end, without=without)


def moves(situation: Situation, hits: Hits) -> Iterator[Move]:
    for move in situation.moves:
        archer, hit = move.step.actors[0], move.outcome.get("hit")
        if not move.late and (hit is None or hit == hits(archer, int(situation.read(f"arrows[{archer}]")))):
            yield move


def performed(of: Rite, hits: Hits = upper_and_one, full: bool = False) -> list[Action]:
    situation, acts = of.start, []
    while found := list(moves(situation, hits)):
        move = found[0] if full else next((m for m in found if m.step.optional is None), found[0])
        acts.append(action_of_move(of, move))
        situation = move.target
    assert situation.end is not None
    return acts


def checked(of: Rite, acts: list[Action]) -> Verdict:
    return Checker(of).check(as_script(acts))


def place_of(acts: list[Action], act: str, **data: Value) -> int:
    return next(
        i for i, a in enumerate(acts) if a.act == act and all(dict(a.data).get(k) == v for k, v in data.items())
    )


# --- what conforms -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reading", ["zheng", "ao", "sheng", "hao", "kong", "DS-35=as_written"])
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("pairs", [1, 3])
def test_the_canonical_performance_conforms(reading: str, full: bool, pairs: int) -> None:
    of = rite(reading, pairs=pairs)
    verdict = checked(of, performed(of, full=full))
    assert verdict.conforms
    assert not verdict.findings


def test_it_can_do_without_the_dukes_shooting() -> None:
    of = rite(without=("DS2-07",))
    acts = performed(of)
    assert checked(of, acts).conforms
    assert [a.actors for a in acts if "DS2-08-014" in a.clauses] == [("great_officers",)] * 2


def test_every_row_is_cited() -> None:
    cited = rite(pairs=3).citations
    for section, rows in (("DS2-06", 55), ("DS2-08", 14), ("DS2-09", 46)):
        assert {f"{section}-{n:03}" for n in range(1, rows + 1)} <= set(cited)


def supplied(of: Rite) -> set[tuple[str, str, str]]:
    """Clause, act and supporters of all that is supplied; the editors where nobody says it."""
    found = (s for s in of.steps if s.optional == "unsaid")
    return {(s.cites[-1].clause, s.act, " ".join(s.by) or "editors" * s.editorial) for s in found}


@pytest.mark.parametrize(
    ("clause", "act", "by"),
    [
        ("DS2-06-001", "bare", "ao"),
        ("DS2-06-001", "belt_three_hold_one", "sheng"),
        ("DS2-06-006", "go", "jia"),
        ("DS2-06-006", "gear_off", "ao"),
        ("DS2-06-006", "cover", "ao"),
        ("DS2-06-023", "rise", "editors"),
        ("DS2-08-009", "go", "sheng"),
        ("DS2-08-010", "rise", "editors"),
        ("DS2-08-010", "go", "sheng"),
        ("DS2-09-004", "gear_off", "ao"),
        ("DS2-09-020", "count_tallies", "ao"),
    ],
)
def test_who_supplies_what_the_text_leaves_out(clause: str, act: str, by: str) -> None:
    assert {b for c, a, b in supplied(rite()) if (c, a) == (clause, act)} == {by}


def test_the_men_take_over_their_banners_once() -> None:
    acts = performed(rite("sheng", start="DS2-08", end="DS2-08"), full=True)
    assert sum(a.act == "hand_over" and a.object == "banner" for a in acts) == 1


def test_arrows_not_bows_are_handed_to_the_arrow_keeper() -> None:
    acts = performed(rite(start="DS2-08", end="DS2-08"), full=True)
    handed = [(a.object, dict(a.data)["owner"]) for a in acts if "DS2-08-012" in a.clauses]
    assert handed == [("arrow", "guest"), ("arrow", "duke")]


def test_the_director_counts_without_bow_and_ring() -> None:
    situation = rite(start="DS2-09").start
    while situation.read("sleeve[archery_director]") == "bared":
        situation = next(iter(moves(situation, upper_only))).target
    assert (situation.read("bow[archery_director]"), situation.read("gear[archery_director]")) == ("none", False)


@pytest.mark.parametrize(("section", "situations"), [("DS2-06", 4661), ("DS2-08", 424), ("DS2-09", 40)])
def test_an_end_can_be_reached_from_everywhere(section: str, situations: int) -> None:
    found = explore(rite(start=section, end=section), lambda s: moves(s, upper_only))
    assert (found.stuck, found.endless, found.ambiguous) == ([], [], [])
    assert found.situations == situations


def test_no_tally_is_ever_lost() -> None:
    of = rite("ao", start="DS2-06", end="DS2-06")
    names = ("holder_n", "in_hand[tally_officer]", "laid[right]", "laid[left]", "reserve")
    for situation in reachable(of, lambda s: moves(s, upper_and_one)):
        assert sum(int(situation.read(name)) for name in names) == 80


# --- what does not -----------------------------------------------------------------------------------------------


def on_the_right(tally: Action) -> list[Action]:
    return [replace(tally, place="right_pile", data=(("side", "right"),))]


def of_the_left(count: Action) -> list[Action]:
    return [replace(count, object="left_tallies", data=(("side", "left"),))]


def changed(act: str, change: Callable[[Action], list[Action]], **data: str) -> Verdict:
    of = rite(start="DS2-06")
    acts = performed(of)
    i = place_of(acts, act, **data)
    return checked(of, [*acts[:i], *change(acts[i]), *acts[i + 1 :]])


@pytest.mark.parametrize(
    ("act", "data", "change", "kind", "clause"),
    [
        ("lay_tally", {"side": "left"}, on_the_right, "detail", "DS2-06-046"),
        ("lay_tally", {"side": "left"}, lambda a: [], "missing", "DS2-06-046"),
        ("lay_tally", {}, lambda a: [a, a], "guard", "DS2-06-046"),
        ("ask", {}, lambda a: [], "missing", "DS2-06-011"),
        ("count_tallies", {}, of_the_left, "detail", "DS2-09-009"),
        ("report", {}, lambda a: [a.with_details({"words": "右賢於左二純"})], "detail", "DS2-09-031"),
        ("bundle_arrows", {}, lambda a: [], "missing", "DS2-08-007"),
    ],
)  # fmt: skip
def test_a_single_mistake_is_found_at_its_clause(
    act: str, data: dict[str, str], change: Callable[[Action], list[Action]], kind: str, clause: str
) -> None:
    verdict = changed(act, change, **data)
    assert [f.kind for f in verdict.findings] == [kind]
    assert clause in verdict.findings[0].clauses


def test_a_tally_for_the_lower_archer_on_the_right_breaks_the_rule_of_sides() -> None:
    of = rite(start="DS2-06")
    situation = of.start
    while situation.read("untallied") != "left" or situation.read("hit_due") != "none":
        situation = next(iter(moves(situation, upper_and_one))).target
    checker = Checker(of)
    action = Action(("tally_officer",), "lay_tally", data=(("side", "right"),))
    failing = {g.id: g for g in checker.explainer.failing_action(action, situation)}
    assert set(failing) == {"lay_tally.own_side"}
    assert {"DS2-06-047", "DS2-06-048"} <= set(failing["lay_tally.own_side"].clauses)


def test_a_hit_of_the_first_round_is_not_tallied() -> None:
    of = rite()
    acts = performed(of)
    i, tally = place_of(acts, "call_hit"), acts[place_of(acts, "lay_tally")]
    verdict = checked(of, [*acts[: i + 1], tally, *acts[i + 1 :]])
    assert len(verdict.findings) == 1
    assert "DS2-01-078" in verdict.findings[0].clauses


def test_a_tally_for_a_miss_is_refused() -> None:
    of = rite(start="DS2-06")
    acts = performed(of, upper_only)
    i, tally = place_of(acts, "shoot", hit=False), acts[place_of(acts, "lay_tally")]
    verdict = checked(of, [*acts[: i + 1], tally, *acts[i + 1 :]])
    assert len(verdict.findings) == 1
    assert "DS2-06-037" in verdict.findings[0].clauses


# --- readings ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dispute", "one", "other", "clause"),
    [
        ("DS-17", "one_place", "two_places", "DS2-06-015"),
        ("DS-18", "handed", "himself", ""),
        ("DS-21", "stays", "centre", "DS2-06-046"),
        ("DS-34", "on_the_rack", "brought_forward", "DS2-08-007"),
        ("DS-35", "before_laying", "as_written", ""),
        ("DS-75", "one_odd", "all_odd", "DS2-09-031"),
        ("DS-75", "odd", "one_odd", "DS2-09-031"),
    ],
)
def test_positions_are_told_apart(dispute: str, one: str, other: str, clause: str) -> None:
    """What conforms under the one position does not under the other."""
    held, denied = (rite(f"{dispute}={key}", start="DS2-06") for key in (one, other))
    acts = fallen_out(held) if dispute == "DS-21" else performed(held, full=dispute == "DS-18")
    assert checked(held, acts).conforms
    verdict = checked(denied, acts)
    assert not verdict.conforms
    if clause:
        assert [f for f in verdict.findings if clause in f.clauses]


def fallen_out(of: Rite) -> list[Action]:
    """Every arrow of the upper archer hits, is called, falls out and is not tallied."""
    situation, acts = of.start, []
    while found := list(moves(situation, upper_only)):
        required = [m for m in found if m.step.optional is None] or found
        move = next((m for m in required if m.outcome.get("pierced") is False), required[0])
        acts.append(action_of_move(of, move))
        situation = move.target
    assert situation.end is not None
    return acts


# --- the count ---------------------------------------------------------------------------------------------------


@given(right=st.integers(0, 40), left=st.integers(0, 32))
def test_counting_lays_out_and_announces_what_lies_there(right: int, left: int) -> None:
    of = counting_rite()
    rest, world = of.start.rest, of.start.world
    set_out = of.schema.set(world, {"laid[right]": right, "laid[left]": left, "reserve": 72 - right - left})
    situation, acts = of.situation(rest, set_out), []
    while situation.moves:
        move = next((m for m in situation.moves if m.step.optional is None), situation.moves[0])
        acts.append(action_of_move(of, move))
        situation = move.target
    assert situation.read("reserve") == 72
    told = acts[place_of(acts, "report")]
    assert told.words == sentence(right, left, "one_odd")
    found = [a for a in acts if a.act == "put_tallies"]
    for side, tallies in (("right", right), ("left", left)):
        here = [a for a in found if a.place == f"{side}_pile"]
        apart = {dict(a.data)["heaps"] for a in here if "heaps" in dict(a.data)}
        laid = heaps(tallies) if side == "right" else pairs(tallies)
        assert apart == ({number(heaps(tallies))} if number(laid) else set())
        across = [dict(a.data)["tally_pairs"] for a in here if dict(a.data).get("lie") == "crosswise"]
        assert across == ([number(loose(tallies))] if number(loose(tallies)) else [])
        assert len([a for a in here if a.object == "odd_tally"]) == tallies % 2


_COUNTING: list[Rite] = []


def counting_rite() -> Rite:
    """One rite for all examples: it remembers what it has worked out."""
    if not _COUNTING:
        _COUNTING.append(rite(start="DS2-09"))
    return _COUNTING[0]
