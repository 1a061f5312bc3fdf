"""大射 DS2-03 to DS2-05: leave for the second shooting, the matching of the pairs, arrows taken from the rack."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from fsm.acting import action_of_move
from fsm.actions import Action
from fsm.checking import Checker, Verdict, as_script
from fsm.linting import explore
from fsm.loading import build, load
from fsm.rite import Composition, Definition, Rite, Section, Setting, UsageError
from fsm.rites.dashe import CAST, SECTIONS
from fsm.rites.dashe.company import Company
from fsm.rites.dashe.first_disputes import DISPUTES as FIRST
from fsm.rites.dashe.first_round import first_round
from fsm.rites.dashe.s03_s04_pairs_matched import DISPUTES as MATCHING
from fsm.rites.dashe.s05_arrows_taken import DISPUTES as TAKING_DISPUTES
from fsm.rites.dashe.second_round_begins import second_round_begins
from fsm.rites.part import composition
from fsm.vocabulary.rules import RULES
from fsm.vocabulary.rules.taking import TAKING

COMPANIES = {
    "few": Company(2),
    "usual": Company(2, other_pairs=1, ministers=2, great=2),
    "mixed": Company(2, other_pairs=1, great=3, officer=True),
    "all ranks": Company(1, other_pairs=2, grandees=1, ministers=2, great=3),
}
PROFILES = ("zheng", "ao", "sheng", "hao")
SECTION_IDS = ("DS2-03", "DS2-04", "DS2-05")


@cache
def rite(company: str = "mixed", reading: tuple[str, ...] = (), start: str = "DS2-03", end: str = "DS2-05") -> Rite:
    """These sections after the first round, whatever else of the rite is encoded."""
    here = COMPANIES[company]

    def compose(setting: Setting) -> Composition:
        whole = composition([first_round(here.pairs), second_round_begins(here)])
        return replace(whole, rules=(*(r for r in TAKING if r not in RULES), *whole.rules))

    known = {section.id: section for section in SECTIONS}
    first = tuple(known[f"DS2-0{n}"] for n in (1, 2))
    sections = (*first, *(known.get(id, Section(id, id, id)) for id in SECTION_IDS))
    disputes = (*FIRST, *MATCHING, *TAKING_DISPUTES)
    definition = Definition("dashe", "大射儀", "Great Archery", "", sections, CAST, disputes, compose)
    return build(definition, reading, {}, start, end)


def performed(of: Rite, full: bool = False) -> list[Action]:
    """The canonical performance, with all optional acts or none."""
    situation, acts = of.start, []
    while situation.moves:
        moves = situation.moves
        move = moves[0] if full else next((m for m in moves if m.step.optional is None), moves[0])
        acts.append(action_of_move(of, move))
        situation = move.target
    assert situation.end is not None
    return acts


def checked(acts: list[Action], of: Rite | None = None) -> Verdict:
    return Checker(of or rite()).check(as_script(acts))


def where(acts: list[Action], clause: str, act: str) -> int:
    return next(i for i, a in enumerate(acts) if clause in a.clauses and a.act == act)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("company", COMPANIES)
def test_the_canonical_performance_conforms(company: str, profile: str) -> None:
    of = rite(company, (profile,))
    for full in (False, True):
        assert checked(performed(of, full), of).conforms


@pytest.mark.parametrize("company", COMPANIES)
def test_every_row_is_cited(company: str) -> None:
    cited = [clause for clause in rite(company).citations if clause.startswith(SECTION_IDS)]
    assert len(cited) == 5 + 28 + 54


@pytest.mark.parametrize(
    ("company", "profile"), [("few", "zheng"), ("mixed", "ao"), ("usual", "sheng"), ("all ranks", "zheng")]
)
def test_every_situation_leads_to_the_end(company: str, profile: str) -> None:
    found = explore(rite(company, (profile,)))
    assert (found.stuck, found.endless, found.ambiguous, found.ends) == ([], [], [], 1)


def test_golden_counts() -> None:
    counts = [explore(rite("usual", (), section, section)).situations for section in SECTION_IDS]
    assert counts == [7, 31, 909]


def test_where_the_arrows_go() -> None:
    """Twenty arrows and the demonstration’s are on the rack; in the end eight of each pair lie in the booth."""
    of = rite()
    situation = of.start
    assert (situation.read("rack_n"), situation.read("demonstration_arrows")) == (20, "rack")
    while situation.moves:
        situation = situation.moves[0].target
    assert (situation.read("rack_n"), situation.read("demonstration_arrows")) == (0, "staff")
    assert [situation.read(f"stored[{p}]") for p in of.groups["three_pairs"]] == [4, 4, 4, 4]


def test_the_demonstration_arrows_may_be_taken_before_or_after_the_belt() -> None:
    acts = performed(rite())
    take = where(acts, "DS2-05-051", "take_arrow")
    belt = max(i for i, a in enumerate(acts) if a.act == "belt_three_hold_one")
    assert take < belt
    assert checked([*acts[:take], *acts[take + 1 : belt + 1], acts[take], *acts[belt + 1 :]]).conforms


def test_other_pairs_may_stand_in_their_row_before_they_are_matched() -> None:
    acts = performed(rite())
    stand = where(acts, "DS2-04-021", "stand")
    pair = where(acts, "DS2-04-020", "pair_off")
    assert pair < stand
    assert checked([*acts[:pair], acts[stand], *acts[pair:stand], *acts[stand + 1 :]]).conforms


def without(clause: str, act: str) -> Callable[[list[Action]], list[Action]]:
    def edit(acts: list[Action]) -> list[Action]:
        i = where(acts, clause, act)
        return acts[:i] + acts[i + 1 :]

    return edit


def earlier(clause: str, act: str, than: str, than_act: str) -> Callable[[list[Action]], list[Action]]:
    def edit(acts: list[Action]) -> list[Action]:
        i, j = where(acts, than, than_act), where(acts, clause, act)
        return [*acts[:i], acts[j], *acts[i:j], *acts[j + 1 :]]

    return edit


def changed(clause: str, act: str, **fields: object) -> Callable[[list[Action]], list[Action]]:
    def edit(acts: list[Action]) -> list[Action]:
        i = where(acts, clause, act)
        return [*acts[:i], replace(acts[i], **fields), *acts[i + 1 :]]  # type: ignore[arg-type]

    return edit


def also(before: str, before_act: str, action: Action) -> Callable[[list[Action]], list[Action]]:
    def edit(acts: list[Action]) -> list[Action]:
        i = where(acts, before, before_act)
        return [*acts[:i], action, *acts[i:]]

    return edit


ILLEGAL: dict[str, tuple[Callable[[list[Action]], list[Action]], str, str]] = {
    "asks with the rod in his belt": (without("DS2-03-002", "lean_rod"), "missing", "DS2-03-002"),
    "puts the rod back before he asks": (
        also("DS2-03-004", "ask", Action(("archery_director",), "belt_rod", object="rod")),
        "extra",
        "DS2-04-009",
    ),
    "asks facing north": (changed("DS2-03-004", "ask", facing="north"), "detail", "DS2-03-004"),
    "matches before leave is given": (earlier("DS2-04-002", "order", "DS2-03-005", "grant"), "order", "DS2-04-002"),
    "salutes with his back to his partner": (changed("DS2-05-021", "salute", facing="west"), "detail", "DS2-05-021"),
    "great officers asked down facing east": (changed("DS2-04-007", "report", facing="east"), "detail", "DS2-04-007"),
    "great officers go down first": (earlier("DS2-04-011", "go_down", "DS2-04-008", "go_down"), "order", "DS2-04-011"),
    "great officers matched before they stand": (
        earlier("DS2-04-016", "pair_off", "DS2-04-013", "stand"),
        "order",
        "DS2-04-016",
    ),
    "the great officer called the attendant": (
        changed("DS2-04-025", "order", words="某御於子"),
        "detail",
        "DS2-04-025",
    ),
    "a pair comes out without its bows": (without("DS2-05-003", "take_bow"), "missing", "DS2-05-003"),
    "the lower archer takes first": (
        earlier("DS2-05-024", "take_arrow", "DS2-05-015", "take_arrow"),
        "order",
        "DS2-05-024",
    ),
    "two arrows at once": (changed("DS2-05-015", "take_arrow", data=(("n", 2),)), "detail", "DS2-05-015"),
    "palm down from under the bow": (
        changed("DS2-05-015", "take_arrow", data=(("way", "palm_down"),)),
        "detail",
        "DS2-05-015",
    ),
    "full circle": (
        changed("DS2-05-019", "turn", data=(("way", "left"), ("not_full_circle", "no"))),
        "detail",
        "DS2-05-020",
    ),
    "back to the booth without passing the others": (without("DS2-05-043", "pass_left"), "missing", "DS2-05-043"),
    "demonstration arrows not handed over": (without("DS2-05-053", "hand_over"), "missing", "DS2-05-053"),
    "the upper archer takes the demonstration arrows": (
        changed("DS2-05-051", "take_arrow", actors=("upper_archer.2",)),
        "actor",
        "DS2-05-051",
    ),
}


@pytest.mark.parametrize("case", ILLEGAL)
def test_a_mistake_is_one_finding_at_its_clause(case: str) -> None:
    edit, kind, clause = ILLEGAL[case]
    verdict = checked(edit(performed(rite())))
    assert [f.kind for f in verdict.findings] == [kind]
    assert clause in verdict.findings[0].clauses


def test_no_commentator_is_credited_with_kneeling_for_the_demonstration_arrows() -> None:
    found = [s for s in rite().steps if s.clauses[:1] == ("DS2-05-051",) and s.act == "kneel"]
    assert found
    assert all(s.optional == "unsaid" and s.editorial and not s.by for s in found)


def test_a_minister_does_not_come_down() -> None:
    of = rite("usual")
    acts = performed(of)
    i = where(acts, "DS2-04-027", "order")
    verdict = checked([*acts[:i], Action(("ministers.1",), "go_down"), *acts[i:]], of)
    assert [f.clauses for f in verdict.findings] == [("DS2-04-028",)]


SEPARATING = {
    "DS-11": ("zheng", "ao"),
    "DS-12": ("sheng", "zhang"),
    "DS-13": ("zheng", "sheng"),
    "DS-14": ("zheng", "ao"),
    "DS-15": ("zheng", "ao"),
    "DS-16": ("zheng", "ao"),
}


@pytest.mark.parametrize("dispute", SEPARATING)
def test_positions_differ(dispute: str) -> None:
    """What is performed in full under one position does not conform under another, all else alike."""
    one, two = (rite("all ranks", (f"{dispute}={holder}",)) for holder in SEPARATING[dispute])
    assert not all(checked(performed(a, full=True), b).conforms for a, b in ((one, two), (two, one)))


@pytest.mark.parametrize("later", ["DS-51=zheng", "DS-52=ao"])
def test_a_reading_of_a_section_not_encoded_is_refused(later: str) -> None:
    """Those go together with DS-06 and DS-13; passed over in silence, the one could be chosen against the other."""
    with pytest.raises(UsageError) as refused:
        load("dashe", reading=("DS-06=hao", "DS-13=zheng", later))
    assert (refused.value.code, refused.value.details["asked"]) == ("unknown-reading", later)


@pytest.mark.parametrize("named", [("great_officers",), ("great_officers.1", "great_officers.2")])
def test_great_officers_not_yet_in_place_are_not_matched_however_they_are_named(named: tuple[str, ...]) -> None:
    of = rite("usual")
    acts = performed(of)
    early = where(acts, "DS2-04-011", "go_down")
    matched = Action(("archery_director",), "pair_off", addressee=named)
    found = checked([*acts[:early], matched, *acts[early:]], of).findings
    assert [[guard.id for guard in f.guards] for f in found] == [["pair_off.in_place"]]
