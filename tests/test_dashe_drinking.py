"""大射 DS2-10: the side that has lost drinks; those of rank on the hall, the duke by a form of his own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from fsm.acting import action_of_move
from fsm.actions import Action
from fsm.checking import Checker, Verdict, as_script
from fsm.linting import explore
from fsm.loading import build
from fsm.rite import CastKey, Composition, Definition, Rite, Section, Setting
from fsm.rites.dashe.company import Company
from fsm.rites.dashe.first_disputes import DISPUTES as FIRST
from fsm.rites.dashe.losers_drink import DISPUTES, losers_drink
from fsm.rites.part import composition
from fsm.vocabulary.rules import RULES
from fsm.vocabulary.rules.cups import CUPS

COMPANIES = {
    "one": Company(1),
    "three": Company(3),
    "mixed": Company(2, other_pairs=1, great=1, officer=True),
    "all ranks": Company(3, other_pairs=2, ministers=2, great=3, officer=True),
}
SIDES = ("right", "left")
Edit = Callable[[list[Action]], list[Action]]


@pytest.fixture(autouse=True)
def _ruled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of cups hold."""
    monkeypatch.setattr("fsm.loading.RULES", tuple(dict.fromkeys((*RULES, *CUPS))))


def compose(setting: Setting) -> Composition:
    """This part alone, in a world in which the result is known."""
    whole = composition([losers_drink(COMPANIES[str(setting.cast["company"])])])
    known = (replace(r, initial=setting.cast["result"]) if r.name == "result" else r for r in whole.registers)
    return replace(whole, registers=tuple(known))


DRINKING = Definition(
    "dashe",
    "",
    "",
    "",
    (Section("DS2-10", "飲不勝者", "The losers drink"),),
    (
        CastKey("company", tuple(COMPANIES), "mixed", "", ""),
        CastKey("result", ("right", "left", "level", "none"), "right", "", ""),
    ),
    (*FIRST, *DISPUTES),
    compose,
)


def rite(result: str = "right", company: str = "mixed", *reading: str) -> Rite:
    return build(DRINKING, reading, {"company": company, "result": result})


def performed(of: Rite, full: bool = False) -> list[Action]:
    """The canonical performance, with all optional acts or none."""
    situation, acts = of.start, []
    while found := situation.moves:
        move = found[0] if full else next((m for m in found if m.step.optional is None), found[0])
        acts.append(action_of_move(of, move))
        situation = move.target
    assert situation.end is not None
    return acts


def checked(of: Rite, acts: list[Action]) -> Verdict:
    return Checker(of).check(as_script(acts))


def where(acts: list[Action], row: str, act: str) -> int:
    return next(i for i, a in enumerate(acts) if f"DS2-10-{row}" in a.clauses and a.act == act)


# --- what conforms -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", ["zheng", "ao", "sheng", "hao"])
@pytest.mark.parametrize("company", COMPANIES)
@pytest.mark.parametrize("result", SIDES)
def test_the_canonical_performance_conforms(result: str, company: str, profile: str) -> None:
    of = rite(result, company, profile)
    for full in (False, True):
        verdict = checked(of, performed(of, full))
        assert verdict.conforms
        assert not verdict.findings


@pytest.mark.parametrize("company", COMPANIES)
def test_every_row_is_cited(company: str) -> None:
    assert {f"DS2-10-{n:03}" for n in range(1, 108)} <= set(rite("right", company).citations)


@pytest.mark.parametrize("result", ["level", "none"])
def test_where_nobody_has_lost_nobody_drinks(result: str) -> None:
    of = rite(result)
    assert of.start.moves == ()
    order = Action(("archery_director",), "order", addressee=("steward_officer",), data=(("content", "set_cup_stand"),))
    verdict = checked(of, [order])
    assert [f.kind for f in verdict.findings] == ["guard"]
    assert "DS2-10-001" in verdict.findings[0].clauses


@pytest.mark.parametrize(("result", "loser", "winner"), [("right", "lower", "upper"), ("left", "upper", "lower")])
def test_the_side_that_lost_drinks(result: str, loser: str, winner: str) -> None:
    of = rite(result, "three")
    drinkers = {
        p
        for move in every_move(of)
        if move.step.act == "drink" and "stand_cup" in dict(move.details).values()
        for p in move.step.actors
    }
    assert {f"{loser}_archer.{n}" for n in (1, 2, 3)} <= drinkers
    assert not {f"{winner}_archer.{n}" for n in (1, 2, 3)} & drinkers
    assert ("guest" in drinkers) == (result == "left")


def every_move(of: Rite) -> list:  # type: ignore[type-arg]
    situation, found = of.start, []
    while situation.moves:
        found.append(situation.moves[0])
        situation = situation.moves[0].target
    return found


@pytest.mark.parametrize(
    ("company", "result", "situations"),
    [
        ("one", "right", 148),
        ("three", "right", 875),
        ("three", "left", 935),
        ("mixed", "right", 787),
        ("mixed", "left", 775),
    ],
)
def test_every_situation_leads_to_the_end(company: str, result: str, situations: int) -> None:
    found = explore(rite(result, company))
    assert (found.stuck, found.endless, found.ambiguous) == ([], [], [])
    assert found.situations == situations


@pytest.mark.parametrize("result", SIDES)
def test_how_things_stand_in_the_end(result: str) -> None:
    """The stand is gone, the cup empty in the basket, everybody covered and without a bow."""
    of = rite(result, "all ranks")
    end = every_move(of)[-1].target
    assert (end.read("stand_set"), end.read("cup_at[stand_cup]"), end.read("cup_fill[stand_cup]")) == (
        False,
        "basket",
        "empty",
    )
    archers = [r.name for r in of.schema.registers if r.name.startswith("bow[upper") or r.name.startswith("bow[lower")]
    assert {end.read(name) for name in archers} == {"none"}
    assert {end.read(name.replace("bow", "sleeve")) for name in archers} == {"covered"}


# --- what does not -----------------------------------------------------------------------------------------------


def without(row: str, act: str) -> Edit:
    def edit(acts: list[Action]) -> list[Action]:
        i = where(acts, row, act)
        return acts[:i] + acts[i + 1 :]

    return edit


def earlier(row: str, act: str, than: str, than_act: str) -> Edit:
    def edit(acts: list[Action]) -> list[Action]:
        i, j = where(acts, than, than_act), where(acts, row, act)
        return [*acts[:i], acts[j], *acts[i:j], *acts[j + 1 :]]

    return edit


def changed(row: str, act: str, /, **fields: object) -> Edit:
    def edit(acts: list[Action]) -> list[Action]:
        i = where(acts, row, act)
        return [*acts[:i], replace(acts[i], **fields), *acts[i + 1 :]]  # type: ignore[arg-type]

    return edit


def also(before: str, before_act: str, *extra: Action) -> Edit:
    def edit(acts: list[Action]) -> list[Action]:
        i = where(acts, before, before_act)
        return [*acts[:i], *extra, *acts[i:]]

    return edit


ILLEGAL: dict[str, tuple[str, Edit, str, str]] = {
    "the stand is not set up": ("right", without("003", "set_up"), "missing", "003"),
    "the cup is not washed": ("right", without("006", "wash"), "missing", "006"),
    "poured from the duke’s jar": ("right", changed("007", "pour", data=(("from", "ruler_jar"),)), "detail", "007"),
    "the loser’s bow strung": ("right", changed("018", "hold_bow", data=(("state", "strung"),)), "detail", "018"),
    "the winner’s bow unstrung": ("right", changed("016", "take_bow", data=(("state", "unstrung"),)), "detail", "016"),
    "the winner’s arm not bared": ("right", without("015", "bare"), "missing", "015"),
    "called before the director is back": (
        "right", earlier("022", "call_up", "020", "return_to_place"), "order", "022"),
    "the winner moves to the left": ("right", changed("028", "shift", data=(("dir", "left"),)), "detail", "028"),
    "drunk before it is taken": ("right", earlier("033", "drink", "030", "take"), "order", "033"),
    "drunk kneeling": ("right", changed("033", "drink", data=(("posture", "kneeling"),)), "detail", "033"),
    "the winner drinks": (
        "right", also("033", "drink", Action(("upper_archer.1",), "drink", "stand_cup")), "guard", "033"),
    "the cup put back on the stand": ("right", changed("035", "put", place="cup_stand.top"), "detail", "035"),
    "no salute after drinking": ("right", without("037", "salute"), "missing", "037"),
    "the pairs do not pass": ("right", without("039", "pass_left"), "missing", "039"),
    "the winner covers bow in hand": ("right", earlier("044", "cover", "043", "lay_down_bow"), "order", "044"),
    "the cup not filled for the next": ("right", without("047", "pour"), "missing", "047"),
    "the cup not put on the stand again": ("right", without("048", "put"), "missing", "048"),
    "a guest comes down to drink": (
        "left", also("058", "hand_over", Action(("guest",), "go_down", place="west_steps_foot")), "guard", "053"),
    "a great officer takes a bow": (
        "right", also("058", "hand_over", Action(("great_officers.1",), "take_bow")), "extra", "054"),
    "his partner goes up": (
        "right", also("058", "hand_over", Action(("officers.1",), "go_up", place="west_head")), "guard", "055"),
    "the cup of one of rank not washed": ("right", without("056", "wash"), "missing", "056"),
    "drunk on the mat": ("right", without("061", "go"), "missing", "061"),
    "one of rank puts the cup below the stand": (
        "right", changed("064", "hand_over", act="put", addressee=(), place="cup_stand.foot"), "detail", "064"),
    "the duke served from the common jar": (
        "right", changed("081", "pour", data=(("from", "common_jar"),)), "detail", "081"),
    "the page does not decline": ("right", without("072", "decline"), "missing", "072"),
    "the duke does not answer": ("right", without("074", "bow_in_return"), "missing", "074"),
    "the guest drinks before the duke answers": (
        "right", earlier("076", "drink", "074", "bow_in_return"), "order", "076"),
    "one bow for two": ("right", changed("074", "bow_in_return", data=(("n", 1),)), "detail", "074"),
    "the guest offers of the cup after the duke’s": (
        "right", also("096", "drink", Action(("guest",), "libate", "wine")), "guard", "095"),
    "no flanking cup": ("right", without("096", "drink"), "missing", "096"),
    "the officer’s bow strung": ("left", changed("102", "take_bow", data=(("state", "strung"),)), "detail", "102"),
    "cleared away before the others have drunk": (
        "right", earlier("107", "clear_away", "105", "drink"), "order", "107"),
}  # fmt: skip


@pytest.mark.parametrize("case", ILLEGAL)
def test_a_mistake_is_one_finding_at_its_clause(case: str) -> None:
    result, edit, kind, row = ILLEGAL[case]
    of = rite(result)
    verdict = checked(of, edit(performed(of)))
    assert [f.kind for f in verdict.findings] == [kind]
    assert f"DS2-10-{row}" in verdict.findings[0].clauses


# --- readings ----------------------------------------------------------------------------------------------------


def test_where_the_partner_is_meanwhile() -> None:
    """敖繼公: he stands bow in hand at the line; 鄭玄 tells of nothing that he does."""
    ao, zheng = rite("right", "mixed", "DS-39=ao"), rite("right", "mixed", "DS-39=zheng")
    acts = performed(ao, full=True)
    stands = [a for a in acts if a.actors == ("officers.1",)]
    assert [a.act for a in stands][:4] == ["bare", "gear_up", "take_bow", "stand"]
    assert checked(ao, acts).conforms
    verdict = checked(zheng, acts)
    assert not verdict.conforms
    assert all(f.kind in ("extra", "guard") for f in verdict.findings)


def test_who_supplies_the_ways_of_the_cup_bearer() -> None:
    """Of his going up the first time and of his going down to wash no note at hand speaks."""
    ways = {
        (s.act, s.clauses[0]): (s.by, s.editorial)
        for s in rite("right", "mixed").steps
        if s.actors == ("servants_master",) and s.act in ("go_up", "go_down")
    }
    assert ways["go_up", "DS2-10-046"] == ((), True)
    assert ways["go_up", "DS2-10-057"] == ((), False)
    assert ways["go_down", "DS2-10-056"] == ((), True)


def test_he_who_faces_south_is_not_south_of_the_stand() -> None:
    kneeling = [s for s in rite("right", "one").steps if s.act == "kneel" and s.detail("facing") == "south"]
    assert kneeling
    assert "cup_stand_south" not in {s.detail("place") for s in kneeling}


def test_the_officer_alone_may_come_while_the_cup_is_filled() -> None:
    """As with the pairs: the cup must be on the stand when he drinks, not when he leaves the booth."""
    of = rite("left", "mixed")
    acts = earlier("103", "leave", "103", "pour")(performed(of))
    assert checked(of, acts).conforms
