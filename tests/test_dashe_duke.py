"""大射 DS2-07: the duke shoots with the guest, then all others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import pytest

from fsm.acting import action_of_move
from fsm.actions import Action
from fsm.alternatives import with_alternatives
from fsm.checking import Checker, Verdict, as_script
from fsm.linting import explore
from fsm.loading import build
from fsm.performing import Performed, perform
from fsm.rite import CastKey, Composition, Definition, Rite, Section, Setting
from fsm.rites.dashe import second_shooting
from fsm.rites.dashe.company import Company
from fsm.rites.dashe.duke_and_ranks_shoot import DISPUTES, duke_and_ranks_shoot
from fsm.rites.dashe.first_disputes import DISPUTES as FIRST
from fsm.rites.dashe.first_round import first_round
from fsm.rites.dashe.second_round_begins import second_round_begins
from fsm.rites.part import composition
from fsm.score import EMPTY
from fsm.situation import Move, Situation
from fsm.terms import Value

ROWS = [f"DS2-07-{n:03}" for n in range(1, 119)]
REGISTER = {d.id: d for d in (*FIRST, *second_shooting.DISPUTES, *DISPUTES)}
CAST = {"other_pairs": 0, "ministers": 1, "great_officers": 1}


def begun(company: Company) -> dict[str, Value]:
    """How the three pairs’ second shooting leaves things, where the parts before it begin otherwise."""
    found: dict[str, Value] = {
        "warned": True, "acknowledged": True, "permit[tallies]": "granted",
        "holder_set": True, "holder_n": 8, "reserve": 72,
    }  # fmt: skip
    for person in (p for pair in company.three for p in pair.persons):
        found |= {
            f"arrows[{person}]": 0, f"nocked[{person}]": False, f"sleeve[{person}]": "covered",
            f"bow[{person}]": "none", f"gear[{person}]": False,
        }  # fmt: skip
    for person in company.great_officers:
        found |= {f"loc[{person}]": "pairs_south", f"level[{person}]": "court"}
    return found


def compose(setting: Setting) -> Composition:
    """The section alone, in the world in which it begins."""
    company = Company(
        1, setting.number("other_pairs"), 0, setting.number("ministers"), setting.number("great_officers")
    )
    centre_only = setting.position("DS-20", ("any_target", "any_centre")) == "any_centre"
    before = [first_round(1), second_round_begins(company), second_shooting.shooting_counted(company)]
    parts = [*(replace(part, score=EMPTY) for part in before), duke_and_ranks_shoot(company, centre_only)]
    whole, initial = composition(parts), begun(company)
    registers = (replace(r, initial=initial.get(r.name, r.initial)) for r in whole.registers)
    return replace(whole, registers=tuple(registers))


DUKE_ALONE = Definition(
    "dashe", "大射儀", "The Great Archery", "", (Section("DS2-07", "公及賓諸公卿大夫皆射", "The duke shoots"),),
    tuple(CastKey(name, tuple(range(5)), default, "", "") for name, default in CAST.items()),
    tuple(REGISTER.values()), compose,
)  # fmt: skip


@cache
def loaded(*reading: str, ranks: bool = True) -> Rite:
    return build(DUKE_ALONE, reading, CAST if ranks else dict.fromkeys(CAST, 0))


def performed(rite: Rite, **asked: str) -> list[Performed]:
    return list(perform(rite, outcomes=asked, optional=False).acts)


def stated(rite: Rite, acts: Iterable[Performed]) -> list[Action]:
    return [action_of_move(rite, act.move) for act in acts]


def checked(rite: Rite, actions: Iterable[Action]) -> Verdict:
    return Checker(rite).check(as_script(list(actions)))


def at(acts: list[Action], clause: str, act: str = "") -> int:
    """The first act that cites a clause."""
    return next(i for i, a in enumerate(acts) if clause in a.clauses and act in ("", a.act))


@pytest.mark.parametrize("reading", [(), ("ao",), ("sheng",), ("hao",)])
@pytest.mark.parametrize("optional", [True, False])
def test_canonical_performances_conform(reading: tuple[str, ...], optional: bool) -> None:
    rite = loaded(*reading)
    performance = perform(rite, optional=optional)
    assert performance.end.end is not None
    assert checked(rite, performance.actions).conforms


def test_every_row_is_cited() -> None:
    for reading in ((), ("sheng",), ("hao",)):
        assert [row for row in ROWS if row not in loaded(*reading).citations] == []


@pytest.mark.parametrize(
    ("clause", "act", "by"),
    [
        ("DS2-07-001", "go", ("hao",)),
        ("DS2-07-001", "go_up", ("zheng", "jia", "ao")),
        ("DS2-07-035", "go", ("jia",)),
        ("DS2-07-035", "cover", ("ao",)),
        ("DS2-07-078", "gear_off", ("ao",)),
        ("DS2-07-086", "go", ()),
        ("DS2-07-086", "cover", ("ao",)),
    ],
)
def test_who_supplies_what_the_text_leaves_out(clause: str, act: str, by: tuple[str, ...]) -> None:
    found = [s for s in loaded().steps if s.optional == "unsaid" and s.act == act and s.cites[-1].clause == clause]
    assert {s.by for s in found} == {by}
    assert all(s.editorial != bool(by) for s in found)


def test_no_words_are_put_into_the_overseers_mouth() -> None:
    assert {s.detail("words") for s in loaded().steps if "DS2-07-090" in s.clauses} == {None}


@pytest.mark.parametrize(
    ("flight", "words"),
    [("stay", "留"), ("high", "揚"), ("wide", "方")],
)
def test_the_duke_is_told_how_a_miss_flew(flight: str, words: str) -> None:
    rite = loaded(ranks=False)
    acts = stated(rite, performed(rite, flight=flight))
    assert [a.words for a in acts if a.words in ("留", "揚", "方")] == [words] * 4
    assert not any(a.act == "lay_tally" and dict(a.data)["side"] == "left" for a in acts)


def test_the_guest_does_not_shoot_before_the_duke_is_told() -> None:
    rite = loaded(ranks=False)
    acts = stated(rite, performed(rite, flight="high"))
    told = at(acts, "DS2-07-069")
    shot = next(i for i in range(told, len(acts)) if acts[i].act == "shoot")
    acts.insert(told, acts.pop(shot))
    found = checked(rite, acts).findings
    assert len(found) == 1
    assert "shoot.flight_told" in {g.id for g in found[0].guards} or "DS2-07-069" in found[0].clauses


@pytest.mark.parametrize("flight", ["hit", "cords", "glanced", "rebounded"])
@pytest.mark.parametrize("target", ["great", "middle", "near"])
def test_whatever_touches_any_target_counts_for_the_duke(flight: str, target: str) -> None:
    rite = loaded(ranks=False)
    acts = stated(rite, performed(rite, flight=flight, target=target, hit="none"))
    assert [a.actors for a in acts if a.act == "call_hit"] == [(f"marker.{target}",)] * 4
    assert sum(a.act == "lay_tally" for a in acts) == 4
    own = loaded("DS-20=any_centre", ranks=False)
    tallies = sum(a.act == "lay_tally" for a in stated(own, performed(own, flight=flight, target=target, hit="none")))
    assert tallies == (4 if flight == "hit" or target == "great" else 0)


@pytest.mark.parametrize(
    ("first", "then", "clause"),
    [
        ("DS2-07-045", "DS2-07-047", "DS2-07-047"),  # his arm is bared before the ring is on
        ("DS2-07-048", "DS2-07-053", "DS2-07-053"),  # the guard goes on over a covered arm
        ("DS2-07-053", "DS2-07-061", "DS2-07-061"),  # the bow comes before the guard
        ("DS2-07-063", "DS2-07-064", "DS2-07-064"),  # the arrow is not wiped
        ("DS2-07-064", "DS2-07-071", "DS2-07-071"),  # he shoots without an arrow
        ("DS2-07-084", "DS2-07-085", "DS2-07-085"),  # the guest goes down before the duke
        ("DS2-07-089", "DS2-07-090", "DS2-07-090"),  # the guest is called up before the duke sits
    ],
)
def test_acts_too_early_are_one_finding(first: str, then: str, clause: str) -> None:
    rite = loaded(ranks=False)
    acts = stated(rite, performed(rite))
    early = acts.pop(at(acts, then))
    acts.insert(at(acts, first), early)
    found = checked(rite, acts).findings
    assert len(found) == 1
    assert clause in found[0].clauses or first in found[0].clauses


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ((), ("sheng",)),  # DS-22: two descents, one
        ((), ("DS-25=receive",)),  # the bow handed over, received
        ((), ("DS-29=round_the_right_mark",)),  # round the duke’s mark, round the right one
        ((), ("DS-30=guest_first",)),  # the duke first, the guest first
        (("sheng",), ("sheng", "DS-24=west_of_steps")),  # where the guest is told
        (("DS-31=in_place",), ("DS-31=moved",)),
        (("DS-31=moved",), ("DS-31=later",)),
        (("DS-32=west",), ("DS-32=east_side_hall",)),
    ],
)
def test_readings_are_told_apart(mine: tuple[str, ...], theirs: tuple[str, ...]) -> None:
    rite, other = loaded(*mine, ranks=False), loaded(*theirs, ranks=False)
    acts, others = perform(rite).actions, perform(other).actions
    assert checked(rite, acts).conforms
    assert checked(other, others).conforms
    assert not checked(rite, others).conforms


def test_a_finding_names_the_reading_that_excuses_it() -> None:
    rite, other = loaded(ranks=False), loaded("DS-29=round_the_right_mark", ranks=False)
    verdict = checked(rite, stated(other, performed(other)))
    assert with_alternatives(verdict).alternatives == ("DS-29=round_the_right_mark",)


def representative(situation: Situation) -> Iterable[Move]:
    """The first outcome of each act, nothing late: the counts of tallies are arithmetic, not order."""
    return [
        m for m in situation.moves
        if not m.late and all(m.outcome[key] == values[0] for key, values in m.step.outcomes)
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("reading", [(), ("sheng",), ("ao",)])
def test_every_situation_leads_to_an_end(reading: tuple[str, ...]) -> None:
    found = explore(loaded(*reading, ranks=False), representative)
    assert (found.stuck, found.endless, found.ambiguous) == ([], [], [])
