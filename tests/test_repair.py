"""Repairs: one finding per mistake, fixes that conform when applied all at once, and limits that hold."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from made_up import (
    OUT,
    OUTCOMES,
    A,
    B,
    C,
    D,
    R,
    lines,
    mutated,
    random_word,
    rite_from_seed,
    rite_of,
    script,
    verdict,
    walk,
)
from mutating import accepted, mutate, script_of
from oracle import Oracle

from fsm.actions import Action, Item
from fsm.alignment import Aligner, Alignment, Node, Position, _Calm
from fsm.checking import Checker, UnreadableScript, Verdict, completion
from fsm.costs import COSTS
from fsm.linting import explore
from fsm.loading import load
from fsm.performing import perform
from fsm.repairing import Edit, repaired_items
from fsm.rules import rule, sets
from fsm.score import Together, loop, nothing, outcome, seq, when
from fsm.scripts import read
from fsm.terms import if_

FOUR = seq(A.x(at="here"), B.y(), C.z(), D.w())


def fixed(found: Verdict) -> list[Item]:
    return repaired_items(found.script.items, [e for f in found.findings if f.severity == "error" for e in f.fix])


def said(found: Verdict) -> list[tuple[str, int]]:
    return [(f.kind, f.index) for f in found.findings]


@pytest.mark.parametrize(
    ("word", "expected", "cost"),
    [
        ("b y; c z; d w", [("missing", 0)], COSTS.missing),
        ("a x; d w", [("missing", 1)], COSTS.missing + COSTS.further_missing),
        ("a x; b y; c z", [("unfinished", 3)], COSTS.unfinished),
        ("a x; b y; b y; c z; d w", [("extra", 2)], COSTS.extra),
        ("a x; b y; c x; c y; c z; d w", [("extra", 2)], COSTS.extra + COSTS.further_extra),
        ("a x; c z; b y; d w", [("order", 1)], COSTS.moved),
        ("a x; c z; d w; b y", [("order", 3)], COSTS.moved),
        ("d w; a x; b y; c z", [("order", 0)], COSTS.moved),
        ("a x @there; b y; c z; d w", [("detail", 0)], COSTS.detail),
        ("a x; d y; c z; d w", [("actor", 1)], COSTS.actor),
        ("a x; b ?blah; c z; d w", [("unknown", 1)], COSTS.unknown),
        ("a x; b x; c z; d w", [("detail", 1)], COSTS.replaced),
        ("a x; b y; c z; d w; a ?blah", [("unknown", 4)], COSTS.unknown_extra),
    ],
)
def test_one_mistake_is_one_finding_at_its_place(word: str, expected: list[tuple[str, int]], cost: int) -> None:
    rite = rite_of(FOUR)
    found = verdict(rite, word)
    assert said(found) == expected
    assert found.cost == cost
    assert found.repaired
    assert accepted(Checker(rite), fixed(found))


def test_two_mistakes_are_two_findings() -> None:
    found = verdict(rite_of(FOUR), "a x @there; c z; b y; d w")
    assert said(found) == [("detail", 0), ("order", 1)]
    assert found.repaired


def test_a_reported_outcome_is_changed_only_where_nothing_as_simple_would_do() -> None:
    rite = rite_of(
        seq(A.x(o=outcome(*OUTCOMES)), when(R.is_(1), seq(B.y(), C.y())), D.z()),
        rule("x", sets(R, if_(OUT.is_("hit"), 1, 2))),
    )
    assert said(verdict(rite, "a x o=hit; c y; d z")) == [("missing", 1)]
    many = seq(*(B.y() for _ in range(60)))
    rite = rite_of(
        seq(A.x(o=outcome(*OUTCOMES)), when(R.is_(1), many), D.z()), rule("x", sets(R, if_(OUT.is_("hit"), 1, 2)))
    )
    assert [f.kind for f in verdict(rite, "a x o=miss; " + "b y; " * 60 + "d z").findings] == ["outcome"]


def test_edits_are_applied_all_at_once() -> None:
    items = script("a x; b y; c z; d w").items
    edits = [
        Edit("delete", 0),
        Edit("insert", 1, action=lines("a w")[0]),
        Edit("insert", 1, action=lines("a z")[0]),
        Edit("replace", 2, action=lines("c y")[0]),
        Edit("move", 3, to=0),
        Edit("insert", 4, action=lines("d y")[0]),
    ]
    out = [(i.action.actors[0], i.action.act) for i in repaired_items(items, edits)]
    assert out == [("d", "w"), ("a", "w"), ("a", "z"), ("b", "y"), ("c", "y"), ("d", "y")]


def test_what_is_inserted_into_a_group_parts_it() -> None:
    items = script("a x; b y; c z", [0, 0, 0]).items
    groups = [i.group for i in repaired_items(items, [Edit("insert", 1, action=lines("d w")[0])])]
    assert groups == [0, 1, 2, 2]


def test_fixes_conform_for_random_words() -> None:
    """Wherever a rite can be finished, the fixes of all findings together make the script conform."""
    checked = 0
    for seed in range(160):
        rite = rite_from_seed(seed)
        if rite is None or explore(rite).endless:
            continue
        checker, oracle = Checker(rite), Oracle(rite)
        choose = random.Random(f"fix {seed}").choice
        for word in (
            random_word(choose),
            mutated(choose, walk(rite, choose), 1),
            mutated(choose, walk(rite, choose), 2),
        ):
            found = checker.check(script(word))
            assert found.repaired, (seed, word)
            assert oracle.accepts([i.action for i in fixed(found)]), (seed, word)
            checked += 1
    assert checked > 200


def test_completion_does_not_go_in_circles() -> None:
    rite = rite_of(
        seq(loop(R.is_(0), A.x(o=outcome("again", "over"))), B.y()), rule("x", sets(R, if_(OUT.is_("over"), 1, 0)))
    )
    assert [m.step.act for m in completion(rite.start)] == ["x", "y"]
    found = verdict(rite, "a x o=again")
    assert said(found) == [("unfinished", 1)]
    assert found.repaired


def test_however_much_is_late_the_repair_of_something_else_conforms() -> None:
    """Lateness is no fault, and costs of its own do not add up to one."""
    rounds = [(Together((A.x(n=i), B.y(n=i)), deadline=True), C.z(n=i)) for i in range(40)]
    rite = rite_of(seq(*(part for one in rounds for part in one), D.w()))
    late = "; ".join(f"b y n={i}; c z n={i}; a x n={i}" for i in range(40))
    assert verdict(rite, f"{late}; d w").conforms
    found = verdict(rite, f"{late}; d w; d w")
    assert [f.kind for f in found.findings if f.severity == "error"] == ["extra"]
    assert found.repaired


def test_of_two_stories_the_cheaper_is_told_whichever_is_met_first() -> None:
    """Long runs are prolonged last, so that the cheaper story may be met after the dearer."""
    start = rite_of(FOUR).start
    dearer, cheaper = (
        Node(Position(read), start, "", None, cost, 5, True, None, None) for read, cost in ((9, 170), (8, 101))
    )
    calm = _Calm((12, 5))
    for node in (dearer, cheaper):
        calm.meet(node, 5)
    assert calm.best() == [cheaper]


class Hasty(Checker):
    """A checker whose searches are given no time."""

    def align(self, items: Sequence[Item], partial: bool = False) -> Alignment:
        none = {"exact_limit": -1_000, "whole_limit": -1_000, "stretch_limit": -1_000}
        return Aligner(self.matcher, items, partial, self.costs, **none).align(self.rite.start)


@pytest.mark.parametrize(("word", "at"), [("d w; a x", 0), ("a x; b y; b y; c z; d w", 2), ("a x; b y", 2)])
def test_where_nothing_leads_on_one_finding_says_so_and_nothing_counts_as_repaired(word: str, at: int) -> None:
    found = Hasty(rite_of(FOUR)).check(script(word))
    (finding,) = found.findings
    assert (finding.code, finding.index) == ("SH901", at)
    assert finding.expected
    assert not found.conforms
    assert not found.repaired


def test_nonsense_is_refused() -> None:
    with pytest.raises(UnreadableScript):
        verdict(rite_of(FOUR), "a ?ba; a ?be; a ?bi; a ?bo; a x")


def test_an_empty_script_is_unfinished() -> None:
    found = verdict(rite_of(FOUR), "")
    assert said(found) == [("unfinished", 0)]
    assert len(found.findings[0].fix) == 4
    assert verdict(rite_of(FOUR), "", partial=True).conforms


def test_a_rite_without_acts_is_over_at_once() -> None:
    rite = rite_of(nothing("無聲", "silence"))
    assert verdict(rite, "").conforms
    assert said(verdict(rite, "a x")) == [("extra", 0)]


@pytest.mark.parametrize("faults", [2, 3, 5])
def test_several_mistakes_in_a_game_are_all_repaired(faults: int) -> None:
    """Exact or not, never a surrender, and findings of the order of the faults."""
    rite = load("touhu")
    actions = list(perform(rite, order="random", seed=3).actions)
    checker = Checker(rite)
    for seed in range(4):
        chance, spoilt = random.Random(seed), list(actions)
        for _ in range(faults):
            _spoil(spoilt, chance)
        found = checker.check(script_of(spoilt))
        assert found.repaired
        assert len(found.findings) <= 2 * faults
        assert accepted(checker, fixed(found))


def _spoil(actions: list[Action], chance: random.Random) -> None:
    at = chance.randrange(len(actions) - 1)
    kind = chance.choice("dst")
    if kind == "d":
        del actions[at]
    elif kind == "s":
        actions[at], actions[at + 1] = actions[at + 1], actions[at]
    else:
        actions.insert(at, actions[at])


@pytest.mark.parametrize("section", [f"DS2-{n:02}" for n in range(1, 10)])
def test_a_fault_at_the_beginning_of_a_stretch_is_told_by_its_own_clauses(section: str) -> None:
    """Nothing has been done there yet that says where the performance stands."""
    rite = load("dashe", start=section, end=section)
    acts = perform(rite).actions
    swapped = script_of([acts[1], acts[0], *acts[2:]])
    (finding,) = Checker(rite).check(swapped).findings
    assert any(clause.startswith(section) for clause in finding.clauses)


def test_a_script_that_stops_early_has_the_mistakes_it_has_when_asked_for_so() -> None:
    """That the rest of the rite is not there hides nothing, and makes no worse story of a mistake."""
    part, whole = (Checker(load("dashe", end=end, cast={"pairs": 1})) for end in ("DS2-02", None))
    same = total = 0
    for spoilt in mutate(perform(part.rite), random.Random(0), 0.03):
        found, beside = (
            [(f.code, f.clauses) for f in checker.check(script_of(spoilt.actions)).findings if f.code != "SH202"]
            for checker in (part, whole)
        )
        total += 1
        same += found == beside
    assert total > 15
    # An act out of place may be at home in what is left out.
    assert same >= 0.95 * total


def test_who_gives_the_name_of_a_rite_is_told_how_to_load_it() -> None:
    import fsm

    for public in (fsm.perform, fsm.play, fsm.machine, lambda name: fsm.check(name, "a x")):
        with pytest.raises(TypeError, match=r"fsm\.load\('touhu'\)"):
            public("touhu")  # type: ignore[arg-type]


# --- what a script stops with ----------------------------------------------------------------------------------------

BEGINNING = """主人 受矢
主人 進兩楹間
主人 退
主人 反位
主人 揖 賓
賓、主人 就席
司射 適筵前
司射 度壺
司射 反位
司射 設 中
司射 取算
司射 興
司射 請賓
司射 曰順投為入""".splitlines()


def stopping(spoil: Callable[[list[str]], list[str]], partial: bool) -> Verdict:
    return Checker(load("touhu")).check(read("\n".join(spoil(list(BEGINNING)))), partial=partial)


@pytest.mark.parametrize("partial", [True, False])
@pytest.mark.parametrize(
    ("spoil", "kinds"),
    [
        (lambda a: a, []),
        (lambda a: [*a[:4], "賓 揖", *a[5:9], a[10], a[9], *a[11:12]], ["actor", "order"]),
        (lambda a: [*a[:9], a[10], a[9], a[11], a[11], *a[12:]], ["order", "guard"]),
        (lambda a: [*a[:4], a[5], *a[6:10], *a[9:]], ["missing", "extra"]),
    ],
    ids=["none", "actor and order", "order and twice", "left out and twice"],
)
def test_mistakes_near_the_end_are_not_told_by_dropping_all_that_follows(
    spoil: Callable[[list[str]], list[str]], kinds: list[str], partial: bool
) -> None:
    found = stopping(spoil, partial)
    assert [f.kind for f in found.findings if f.code != "SH202"] == kinds
    assert found.repaired
    assert found.conforms == (partial and not kinds)


def test_what_is_not_of_the_rite_at_all_may_be_dropped_at_the_end() -> None:
    """Whether or not the rite is over there, and for a single act of it too."""
    for more in (["賓 興", "賓 興"], ["司射 獻 爵 >賓"] * 3):
        found = stopping(lambda a, more=more: [*a, *more], partial=True)  # type: ignore[misc]
        assert {f.severity for f in found.findings} <= {"error", "note"}
        assert {f.index for f in found.findings} == {len(BEGINNING)}


NO_WAY_ON = """賓 投壺
司射 數算
司射 告 "賓黨賢於主黨一純"
弟子 酌 罰爵
負方 跪
負方 執 觴
負方 曰 "賜灌"
勝者 跪"""


def test_where_no_way_on_is_found_it_ends_and_says_so() -> None:
    found = Checker(load("touhu")).check(read(NO_WAY_ON))
    assert not found.conforms
    assert found.findings


@pytest.mark.slow
def test_scripts_of_acts_drawn_at_random_are_told_something_in_the_end() -> None:
    """Whatever is in them, and however little of it belongs together."""
    for rite in (load("touhu"), load("dashe", end="DS2-02", cast={"pairs": 1})):
        acts, checker = perform(rite).actions, Checker(rite)
        for seed in range(24):
            chance = random.Random(seed)
            drawn = [chance.choice(acts) for _ in range(chance.choice((3, 8, 20, 40)))]
            assert checker.check(script_of(drawn)).findings


def test_words_not_understood_are_told_beyond_the_line_where_no_way_on_is_found() -> None:
    found = Checker(load("touhu")).check(read(NO_WAY_ON + "\n司射 亂舞\n賓 大叫三聲"))
    told = [u.text for f in found.findings for u in f.details.get("unknown", ())]
    assert told[-2:] == ["亂舞", "大叫三聲"]


def test_an_act_not_understood_takes_nothing_over_that_the_act_meant_does_not_have() -> None:
    found = Checker(load("touhu")).check(read("主人 受矢\n主人 捧矢走到兩楹間"), partial=True)
    (edit,) = found.findings[0].fix
    assert edit.action is not None
    assert (edit.action.act, edit.action.object, edit.action.place) == ("go", None, "between_pillars")
