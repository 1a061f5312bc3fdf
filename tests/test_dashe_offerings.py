"""大射 DS2-11 and DS2-12: the men of the targets and the tally officer are offered the cup."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

import fsm.vocabulary.rules as vocabulary_rules
from fsm.actions import Action
from fsm.alternatives import with_alternatives
from fsm.checking import Checker, Verdict, as_script
from fsm.linting import explore
from fsm.loading import build
from fsm.performing import perform
from fsm.rite import Composition, Definition, Rite, Section, Setting
from fsm.rites.dashe import DISPUTES as EARLIER
from fsm.rites.dashe.company import Company
from fsm.rites.dashe.offerings import DISPUTES, offerings
from fsm.rites.part import composition
from fsm.vocabulary.rules.cups import CUPS
from fsm.vocabulary.rules.offerings import OFFERINGS

ROWS = [*(f"DS2-11-{n:03}" for n in range(1, 42)), *(f"DS2-12-{n:03}" for n in range(1, 35))]
REGISTER = {d.id: d for d in (*EARLIER, *DISPUTES)}
PROFILES = ["zheng", "ao", "sheng", "zhang"]


@pytest.fixture(autouse=True)
def _ruled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of cups and offerings hold."""
    monkeypatch.setattr("fsm.loading.RULES", tuple(dict.fromkeys((*vocabulary_rules.RULES, *CUPS, *OFFERINGS))))


def compose(setting: Setting) -> Composition:
    """The two sections alone, in the world in which they begin."""
    served_first = setting.position("DS-45", ("two", "one", "one_then_his_man"))
    return composition([offerings(Company(1), served_first)])


ALONE = Definition(
    "dashe", "大射儀", "The Great Archery", "",
    (Section("DS2-11", "獻獲者之屬", "The markers"), Section("DS2-12", "獻釋獲者", "The tally officer")),
    (), tuple(REGISTER.values()), compose,
)  # fmt: skip


@cache
def loaded(*reading: str) -> Rite:
    return build(ALONE, reading)


def performed(rite: Rite, optional: bool = False) -> list[Action]:
    return list(perform(rite, optional=optional).actions)


def checked(rite: Rite, actions: list[Action]) -> Verdict:
    return Checker(rite).check(as_script(actions))


def at(acts: list[Action], clause: str, act: str = "") -> int:
    """The first act that cites a clause."""
    return next(i for i, a in enumerate(acts) if clause in a.clauses and act in ("", a.act))


@pytest.mark.parametrize("reading", [*PROFILES, "DS-46=at_once", "DS-08=markers"])
@pytest.mark.parametrize("optional", [True, False])
def test_canonical_performances_conform(reading: str, optional: bool) -> None:
    rite = loaded(reading)
    assert perform(rite, optional=optional).end.end is not None
    verdict = checked(rite, performed(rite, optional))
    assert verdict.conforms
    assert not verdict.findings


@pytest.mark.parametrize("reading", PROFILES)
def test_every_row_is_cited(reading: str) -> None:
    assert [row for row in ROWS if row not in loaded(reading).citations] == []


@pytest.mark.parametrize(("reading", "situations"), [("zheng", 477), ("ao", 538), ("sheng", 597), ("zhang", 479)])
def test_every_situation_leads_to_an_end(reading: str, situations: int) -> None:
    found = explore(loaded(reading))
    assert (found.stuck, found.endless, found.ambiguous) == ([], [], [])
    assert found.situations == situations


def offered_to(rite: Rite, optional: bool = True) -> list[str]:
    """Who is offered the cup, and by whom, in order."""
    found = [m.step for m in (a.move for a in perform(rite, optional=optional).acts) if m.step.act == "offer_cup"]
    return [f"{s.actors[0]} {s.detail('addressee')[0]}" for s in found]


def test_who_is_offered_the_cup_and_by_whom() -> None:
    by_text = ["vice_marshal sweepers", "vice_marshal carriage_officer"]
    last = ["archery_director tally_officer"]
    of_others = ["vice_marshal marker.middle", "vice_marshal marker.near"]
    tamer = ["marshal marker.great"]
    tamer_at_target = ["marshal banner_bearer.great"]
    his_man = "vice_marshal banner_bearer.great"
    assert offered_to(loaded("zheng")) == [
        *tamer_at_target, "marshal marker.great", by_text[0], "vice_marshal measurer", by_text[1], *of_others, *last,
    ]  # fmt: skip
    assert offered_to(loaded("zheng"), optional=False) == [*tamer_at_target, *by_text, *of_others, *last]
    assert offered_to(loaded("zhang", "DS-47=ao")) == [*tamer, *by_text, his_man, *of_others, *last]
    assert offered_to(loaded("ao")) == [
        *tamer, *by_text, his_man, of_others[0], "vice_marshal banner_bearer.middle",
        of_others[1], "vice_marshal banner_bearer.near", *last,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("reading", "person"), [("zheng", "banner_bearer.great"), ("ao", "marker.great"), ("zhang", "marker.great")]
)
def test_the_names_of_the_text_are_understood(reading: str, person: str) -> None:
    """服不 may be named throughout, or the man he is, or 獲者 where the text says so."""
    rite = loaded(reading)
    done = perform(rite, optional=False)
    acts, his = list(done.actions), [a.move.step.actors == (person,) for a in done.acts]
    first = at(acts, "DS2-11-019")
    last = at(acts, "DS2-11-030")
    for name, since in (("beast_tamer", 0), (person, 0), ("marker", first)):
        named = [
            replace(a, actors=(name,)) if mine and since <= i <= last else a
            for i, (a, mine) in enumerate(zip(acts, his, strict=True))
        ]
        assert any(his[since:last])
        assert checked(rite, named).conforms


def test_the_washing_between_two_offerings_is_supplied() -> None:
    """The text tells of it once; that it is done for each is 敖繼公’s inference."""
    rite = loaded("zheng")
    washing = [m.step for m in (a.move for a in perform(rite, optional=True).acts) if m.step.act == "wash"]
    by_vice_marshal = [(s.optional, s.by) for s in washing if s.actors == ("vice_marshal",)]
    assert by_vice_marshal[0] == (None, ())
    assert set(by_vice_marshal[1:]) == {("unsaid", ("ao",)), ("unsaid", ("zheng", "jia"))}
    assert sum(a.act == "wash" and a.actors == ("vice_marshal",) for a in performed(rite)) == 1


def test_nobody_is_named_for_what_nobody_says() -> None:
    rises = [s for s in loaded("zheng").steps if s.act == "rise" and "DS2-11-023" in s.clauses and "zheng" not in s.by]
    assert rises
    assert all(s.editorial and not s.by for s in rises)


def test_after_a_level_count_the_director_has_nothing_to_put_off() -> None:
    rite = build(ALONE, (), start="DS2-12")
    rest, world = rite.start.rest, rite.start.world
    unarmed = {
        "rod[archery_director]": "leaned",
        "bow[archery_director]": "none",
        "sleeve[archery_director]": "covered",
    }
    situation, acts = rite.situation(rest, rite.schema.set(world, unarmed)), []
    while situation.moves:
        acts.append(situation.moves[0].step.act)
        situation = situation.moves[0].target
    assert situation.end is not None
    assert acts[:4] == ["go", "go", "gear_off", "go"]
    assert situation.read("bow[archery_director]") == "strung"
    assert situation.read("rod[archery_director]") == "belt"


Change = Callable[[list[Action], int], list[Action]]


def left_out(acts: list[Action], i: int) -> list[Action]:
    return [*acts[:i], *acts[i + 1 :]]


def done_twice(acts: list[Action], i: int) -> list[Action]:
    return [*acts[: i + 1], *acts[i:]]


def too_early(by: int) -> Change:
    return lambda acts, i: [*acts[: i - by], acts[i], *acts[i - by : i], *acts[i + 1 :]]


@pytest.mark.parametrize(
    ("clause", "act", "change", "guard", "wanted"),
    [
        ("DS2-11-009", "wash", left_out, "", "DS2-11-009"),
        ("DS2-11-010", "pour", too_early(1), "", "DS2-11-010"),
        ("DS2-11-013", "receive", too_early(3), "receive.offered", "DS2-11-013"),
        ("DS2-11-022", "libate", too_early(3), "libate.food_followed", "DS2-11-020"),
        ("DS2-11-023", "libate", too_early(1), "libate.food_first", "DS2-11-023"),
        ("DS2-11-026", "libate", left_out, "", "DS2-11-026"),
        ("DS2-11-030", "drink", too_early(8), "drink.all_three", "DS2-11-027"),
        ("DS2-11-031", "receive", too_early(1), "receive.drained", "DS2-11-031"),
        ("DS2-11-032", "wash", left_out, "", "DS2-11-032"),
        ("DS2-11-037", "put", left_out, "", "DS2-11-037"),
        ("DS2-12-002", "lay_off_rod", left_out, "", "DS2-12-002"),
        ("DS2-12-009", "go_up", too_early(7), "go_up.no_rod", "DS2-12-002"),
        ("DS2-12-004", "lay_down_bow", left_out, "", "DS2-12-004"),
        ("DS2-12-020", "libate", too_early(2), "libate.lung_taken", "DS2-12-020"),
        ("DS2-12-021", "libate", left_out, "", "DS2-12-021"),
        ("DS2-12-023", "drink", done_twice, "drink.cup_full", "DS2-12-023"),
    ],
)
def test_a_single_mistake_is_found_at_its_clause(
    clause: str, act: str, change: Change, guard: str, wanted: str
) -> None:
    rite = loaded("zheng")
    acts = performed(rite)
    found = checked(rite, change(acts, at(acts, clause, act))).findings
    assert len(found) == 1
    assert wanted in found[0].clauses
    assert not guard or guard in {g.id for g in found[0].guards}


def test_he_does_not_bow_when_he_has_drunk() -> None:
    rite = loaded("zheng")
    acts = performed(rite)
    drunk = at(acts, "DS2-12-023", "drink")
    bow = Action(("tally_officer",), "bow", data=(("for", "drained"),))
    found = checked(rite, [*acts[: drunk + 1], bow, *acts[drunk + 1 :]]).findings
    assert len(found) == 1
    assert "DS2-12-024" in found[0].clauses


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ((), ("DS-44=all_targets",)),
        (("DS-44=all_targets",), ()),
        (("DS-47=ao",), ("DS-47=served",)),
        (("ao",), ("ao", "DS-45=two")),
        (("ao",), ("ao", "DS-45=zhang")),
        (("ao", "DS-45=zhang"), ("ao",)),
        (("ao", "DS-45=two", "DS-46=zheng"), ("ao", "DS-45=two")),
        (("ao", "DS-45=two"), ("ao", "DS-45=two", "DS-46=zheng")),
    ],
)
def test_readings_are_told_apart(mine: tuple[str, ...], theirs: tuple[str, ...]) -> None:
    """What is performed in full under the second does not conform under the first."""
    rite, other = loaded(*mine), loaded(*theirs)
    acts = performed(other, optional=True)
    assert checked(other, acts).conforms
    assert not checked(rite, acts).conforms


def test_a_finding_names_the_reading_that_excuses_it() -> None:
    """One stand of jars for all (DS-44): under 鄭玄 the vice-marshal pours from another."""
    rite = loaded()
    acts = performed(rite)
    pours = [i for i, a in enumerate(acts) if a.act == "pour" and a.actors == ("vice_marshal",)]
    for i in pours:
        acts[i] = acts[i].with_details({"from": "target_jars"})
    verdict = with_alternatives(checked(rite, acts))
    assert len(verdict.findings) == len(pours)
    assert all("DS2-11-010" in f.clauses for f in verdict.findings)
    assert verdict.alternatives == ("DS-44=all_targets",)
