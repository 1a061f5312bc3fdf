"""What a further rite rests on: parts, pairs, and being told what is wrong with a page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fsm.linting import explore
from fsm.loading import build
from fsm.rite import Composition, Definition, Rite, Section, Setting
from fsm.rites.archery import (
    FOUR,
    Pair,
    director,
    registers_of_archers,
    registers_of_tallies,
    rules_of_shooting,
    with_hands,
)
from fsm.rites.part import Part, composition
from fsm.score import Citation, Score, ScoreError, as_before, law, passage, reading, seq, steps
from fsm.terms import Value
from fsm.world import Register

PAIR = Pair(1)


def rite_of(*parts: Part, section: str = "XX-01") -> Rite:
    def compose(setting: Setting) -> Composition:
        return composition(parts)

    return build(Definition("made_up", "", "", "", (Section(section, "", ""),), (), (), compose))


def page(act: Score) -> Part:
    return Part(passage("XX-01", "001 甲", act), standing={"archery_director": "court"})


def test_a_pair_is_numbered_or_named() -> None:
    assert Pair(2).persons == ("upper_archer.2", "lower_archer.2")
    assert Pair(2).upper.persons + Pair(2).lower.persons == Pair(2).persons
    named = Pair(7, "guest", "host")
    assert (named.number, named.persons) == (7, ("guest", "host"))
    expected: dict[str, dict[str, Value]] = {
        "guest": {"partner": "host", "team": "right", "own_target": "target"},
        "host": {"partner": "guest", "team": "left", "own_target": "target"},
    }
    assert named.facts("target") == expected


def test_parts_follow_each_other_and_it_is_kept_where_everybody_is() -> None:
    first = Part(passage("XX-01", "001 甲", director.go(to="west_steps_foot")), standing={"archery_director": "court"})
    rite = rite_of(first, Part(passage("XX-01", "002 乙", director.go_up(to="west_head"))))
    acts = []
    situation = rite.start
    while situation.moves:
        acts.append((situation.read("loc[archery_director]"), situation.moves[0].step.act))
        situation = situation.moves[0].target
    assert acts == [("court", "go"), ("west_steps_foot", "go_up")]
    assert situation.read("level[archery_director]") == "hall"


def test_who_stands_elsewhere_in_a_later_part_begins_where_the_first_puts_him() -> None:
    first, later = page(director.salute()), Part(seq(), standing={"archery_director": "west_head"})
    for parts in ((first, later), (later, first)):
        start = rite_of(*parts).start
        assert start.read("loc[archery_director]") == parts[0].standing["archery_director"]
        assert start.read("level[archery_director]") == ("court" if parts[0] is first else "hall")


def test_parts_that_keep_one_register_agree_what_it_may_be() -> None:
    kept = page(director.salute()), Part(seq(), registers=(Register("turn", ("right", "left"), "right"),))
    assert rite_of(*kept, Part(seq(), registers=(Register("turn", ("right", "left"), "left"),)))
    with pytest.raises(ScoreError, match="turn"):
        rite_of(*kept, Part(seq(), registers=(Register("turn", ("right", "left", "none"), "none"),)))


@pytest.mark.parametrize("armed", [True, False])
def test_only_who_is_armed_and_on_his_mark_may_shoot(armed: bool) -> None:
    shooting = Part(
        passage("XX-01", "001 甲", seq(PAIR.upper.shoot("arrow"), law("shoot.on_mark"))),
        standing={"upper_archer.1": "mark", "archery_director": "director_place"},
        registers=registers_of_archers(PAIR.persons, armed),
        rules=rules_of_shooting(PAIR.persons),
        facts=PAIR.facts("target"),
    )
    stuck = explore(rite_of(shooting)).stuck
    failing = {guard.id for situation in stuck for act in situation.blocked for guard in act.failing}
    assert failing == (
        set() if armed else {"shoot.bared", "shoot.gear", "shoot.bow", "shoot.arrows", "shoot.nocked"}
    ), failing
    assert not {"shoot.on_mark", "shoot.director_back"} & failing


def test_no_tally_lies_outside_the_number_there_is() -> None:
    registers = {r.name: r for r in registers_of_tallies(80)}
    assert registers["reserve"].initial == 80
    assert max(registers["laid[right]"].domain) == 80
    assert FOUR * 2 in registers["holder_n"].domain


def test_the_hands_are_told_on_the_word_of_whoever_says_it() -> None:
    said = Citation("XX-09-001", "甲", by=("zheng",))
    armed, saluting = steps(with_hands(seq(director.gear_up(), director.salute()), said))
    assert dict(armed.details)["ring"] == "right"
    assert dict(armed.details)["guard"] == "left"
    assert {cite for _, cite in armed.detail_cites} == {said}
    assert not saluting.detail_cites


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: page(director.salute), r"XX-01-001 甲: .*is called"),
        (lambda: page(seq("002 乙", director.salute())), "002 乙"),  # type: ignore[arg-type]
        (lambda: page(reading("XX-77", one=director.salute(), other=director.turn())), "XX-77"),
        (lambda: Part(passage("XX-02", "001 甲", director.salute())), r"XX-02-001: .*XX-01"),
        (lambda: page(as_before("如初", page(director.salute()).score, without=["XX-01-002"])), "如初: .*XX-01-002"),
    ],
)
def test_what_is_wrong_with_a_page_is_told(wrong: Callable[[], Part], told: str) -> None:
    with pytest.raises(ScoreError, match=told):
        rite_of(wrong())
