"""大射儀 DS2-01 and DS2-02: the worked example in every dress, what is illegal, the readings, and how it grows."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from fsm.actions import Item, Script
from fsm.alignment import Aligner
from fsm.checking import Checker, Verdict, as_script
from fsm.cli.show import rows_of
from fsm.linting import explore
from fsm.loading import load
from fsm.messages import cited
from fsm.rite import Rite
from fsm.rites.dashe.first_disputes import DISPUTES
from fsm.rites.dashe.people import TARGETS
from fsm.scripts import read, write
from fsm.situation import Move
from fsm.vocabulary import simplify

EXAMPLE = Path(__file__).parent / "rites" / "dashe" / "legal" / "worked_example.txt"


@cache
def checker(*reading: str) -> Checker:
    return Checker(load("dashe", end="DS2-02", reading=reading))


def example() -> Script:
    return read(EXAMPLE)


def check(script: Script, *reading: str) -> Verdict:
    return checker(*reading).check(script)


@cache
def moves() -> tuple[tuple[Move, ...], ...]:
    """For each line of the example the acts it stands for."""
    one = checker()
    script = one._with_passages(example())
    edges = Aligner(one.matcher, script.items).align(one.rite.start).edges
    assert [e.line for e in edges] == list(range(len(script.items)))
    return tuple(e.moves or (e.move,) for e in edges if e.move)


# --- the worked example ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reading", [(), ("ao",), ("sheng",)])
def test_the_worked_example_conforms(reading: tuple[str, ...]) -> None:
    verdict = check(example(), *reading)
    assert verdict.conforms
    assert not verdict.findings


def test_it_conforms_with_all_that_may_be_left_out_left_out() -> None:
    kept = [i for i, found in zip(example().items, moves(), strict=True) if any(m.step.optional is None for m in found)]
    assert len(kept) < len(example().items)
    verdict = check(Script(tuple(kept)))
    assert verdict.conforms, verdict.findings


def test_it_conforms_with_a_line_for_each_member() -> None:
    items: list[Item] = []
    for item in example().items:
        groups = [checker().rite.groups.get(a, (a,)) for a in item.action.actors]
        persons = [p for group in groups for p in group]
        if not item.action.act or "upper_archer" in item.action.actors or "marker" in item.action.actors:
            persons = list(item.action.actors)
        # Who hands the banner over is a dispute: the group is named there, not each man.
        if item.action.act in ("hand_over", "withdraw") or item.action.place == "west_side":
            persons = list(item.action.actors)
        items += [Item(replace(item.action, actors=(p,))) for p in persons]
    verdict = check(Script(tuple(replace(i, group=n) for n, i in enumerate(items))))
    assert len(items) > 250
    assert verdict.conforms, verdict.findings


def test_it_conforms_in_simplified_characters() -> None:
    text = simplify(EXAMPLE.read_text(encoding="utf-8"))
    assert text != EXAMPLE.read_text(encoding="utf-8")
    verdict = check(read(text.encode(), name="simplified", input_format="text"))
    assert verdict.conforms, verdict.findings


def test_it_conforms_in_english() -> None:
    named = checker()._with_passages(example()).items
    text = write(named, lang="en")
    assert "upper archer" in text
    again = read(text.encode(), name="english", input_format="text")
    assert [i.action.act for i in again.items] == [i.action.act for i in named]
    verdict = check(again)
    assert verdict.conforms, verdict.findings


# --- illegal sequences: the clause that lays down what was missed ---------------------------------------------------


def lines() -> list[str]:
    return [line for line in EXAMPLE.read_text(encoding="utf-8").splitlines() if not line.startswith("# ")]


def at(text: str, nth: int = 0) -> int:
    return [i for i, line in enumerate(lines()) if line.startswith(text)][nth]


def swapped(first: int, second: int) -> list[str]:
    out = lines()
    out[first], out[second] = out[second], out[first]
    return out


def changed(index: int, *new: str) -> list[str]:
    out = lines()
    return [*out[:index], *new, *out[index + 1 :]]


ILLEGAL = {
    "the lower archer follows before the upper is three steps up":
        (lambda: swapped(at("上射 先升三等"), at("下射 從升")), "DS2-01-016"),
    "the pair comes out of the booth covered":
        (lambda: changed(at("上耦 出次"), "上耦 襲", "上耦 出次"), "DS2-01-095"),
    "the marshal comes down in front of the lower archer, not round behind him":
        (lambda: changed(at("司馬正 還下射後")), "DS2-01-054"),
    "shooting starts without the upper archer's salute":
        (lambda: changed(at("上射 揖 @右物")), "DS2-01-067"),
    "the upper archer shoots twice running":
        (lambda: changed(at("上射 發第一矢"), "上射 發第一矢", "上射 發矢"), "DS2-01-074"),
    "the salute after the shooting is made facing south":
        (lambda: changed(at("上耦 北面揖"), "上耦 南面揖 @物"), "DS2-01-081"),
    "a hit of the first round is tallied":
        (lambda: changed(at("上射 發第二矢"), "上射 發第二矢 中否=是", "獲者 獲", "釋獲者 釋算"), "DS2-01-078"),
    "the director reports with the rod in his belt":
        (lambda: [x for x in lines() if not x.startswith(("司射 去扑", "司射 倚扑"))], "DS2-01-098"),
    "the marshal goes up by the east steps":
        (lambda: changed(at("司馬正 升自西階"), "司馬正 升自阼階"), "DS2-01-035"),
    "one goes from the court to the hall without the steps":
        (lambda: [x for x in lines() if not x.startswith("司馬正 升自西階  # DS2-01-035")], "DS2-01-035"),
}  # fmt: skip


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_sequences_give_one_finding_at_their_clause(name: str) -> None:
    make, clause = ILLEGAL[name]
    verdict = check(read("\n".join(make()).encode(), name="wrong", input_format="text"))
    assert len(verdict.findings) == 1, [(f.code, f.index, f.clauses) for f in verdict.findings]
    assert clause in verdict.findings[0].clauses
    assert verdict.repaired


def test_an_archer_shoots_only_from_his_own_mark() -> None:
    verdict = check(as_script("上耦上射 左足履物 @左物"))
    assert not verdict.conforms


def test_a_late_pair_is_a_warning() -> None:
    """The first pair lingers in the booth until the second has shot."""
    out = lines()
    tail = out[at("上耦 適次  # DS2-01-092") : at("上耦 反位 @次中") + 1]
    rest = [x for x in out if x not in tail]
    after = rest.index(next(x for x in rest if x.startswith("次耦 右挾弦")))
    late = [*rest[: after + 1], *tail, *rest[after + 1 :]]
    verdict = check(read("\n".join(late).encode(), name="late", input_format="text"))
    assert verdict.conforms
    assert [(f.code, f.kind, f.severity) for f in verdict.findings] == [("SH102", "order", "warning")]


# --- readings --------------------------------------------------------------------------------------------------------


APART = {
    "DS-04": ("負侯者 授獲者旌", "\n".join(f"banner_bearer.{t}: hand_over banner" for t in TARGETS), "ao", "zheng"),
    "DS-06": ("反位 @次中西面北上之位", "反位 @次北", "hao", "ao"),
}  # fmt: skip


@pytest.mark.parametrize("dispute", APART)
def test_readings_are_told_apart(dispute: str) -> None:
    """What suits one holder is a fault for the other."""
    old, new, suits, fails = APART[dispute]
    text = "\n".join(lines())
    assert old in text
    script = read(text.replace(old, new).encode(), name="reading", input_format="text")
    assert check(script, f"{dispute}={suits}").conforms
    assert not check(script, f"{dispute}={fails}").conforms


# --- who supplies what, and what stays open ---------------------------------------------------------------------------


def supplied(clause: str, act: str, *reading: str) -> set[tuple[str, ...]]:
    rite = load("dashe", end="DS2-02", reading=reading)
    return {s.by for s in rite.steps if s.optional == "unsaid" and s.clauses[0] == clause and s.act == act}


def test_acts_are_supplied_by_those_who_supply_them() -> None:
    assert supplied("DS2-02-016", "go") == {("zheng",)}  # round behind the lower archer, as before
    assert supplied("DS2-02-019", "go") == {("ao", "hao")}  # to the west of the rack
    assert supplied("DS2-02-035", "go_down") == {("ao",)}  # the marshal comes down while they search
    assert supplied("DS2-02-012", "go", "sheng") == {("sheng",)}  # silent from the west to the screen
    assert supplied("DS2-01-051", "wave_banner") == {("zheng", "jia")}


def test_what_nobody_supplies_is_the_editors() -> None:
    steps = [s for s in load("dashe", end="DS2-02").steps if s.optional == "unsaid" and not s.by]
    assert {(s.clauses[0], s.act) for s in steps} == {("DS2-01-074", "hold_arrow")}
    assert all(s.editorial for s in steps)


def test_nobody_is_said_to_hold_that_three_pairs_means_three() -> None:
    positions = {p.key: p.holders for d in DISPUTES if d.id == "DS-07" for p in d.positions}
    assert positions == {"three": (), "two": ("ao",)}


def test_the_director_may_take_his_rod_before_he_passes_the_marshal() -> None:
    before = "\n".join(swapped(at("司馬正、司射 交于階前"), at("司射 搢扑")))
    verdict = check(read(before.encode(), name="rod", input_format="text"))
    assert verdict.conforms, verdict.findings


def test_the_last_pair_meets_nobody_who_is_not_there() -> None:
    named = {p for s in load("dashe", end="DS2-01").steps for p in s.actors}
    assert "upper_archer.4" not in named


def test_the_rack_is_ordered_facing_north() -> None:
    wrong = changed(at("司馬正 北面命設楅"), "司馬正 南面命設楅")
    verdict = check(read("\n".join(wrong).encode(), name="facing", input_format="text"))
    assert [f.clauses[0] for f in verdict.findings] == ["DS2-02-017"]


def test_arrows_are_fetched_once_the_men_are_at_the_targets() -> None:
    """They wait for the attendants, to point the arrows out with their banners."""
    section = [x for x in lines() if "# DS2-02" in x]
    back = [x for x in section if x.startswith("負侯者")]
    rest = [x for x in section if x not in back]
    laid = rest.index(next(x for x in rest if x.startswith("小臣 坐委矢")))
    late = [*rest[: laid + 1], *back, *rest[laid + 1 :]]
    one = Checker(load("dashe", start="DS2-02", end="DS2-02"))
    verdicts = [one.check(read("\n".join(s).encode(), name="fetching", input_format="text")) for s in (section, late)]
    assert [v.conforms for v in verdicts] == [True, False]
    assert {c for f in verdicts[1].findings for c in f.clauses} == {"DS2-02-027"}


@pytest.mark.parametrize("reading", ["zheng", "ao", "sheng", "hao"])
def test_every_profile_has_a_performance(reading: str) -> None:
    rite = load("dashe", end="DS2-02", reading=reading)
    situation = rite.start
    while situation.moves:
        situation = situation.moves[0].target
    assert situation.end is not None
    assert not situation.blocked


# --- growth ---------------------------------------------------------------------------------------------------------


def first_section(pairs: int) -> Rite:
    return load("dashe", end="DS2-01", cast={"pairs": pairs})


def test_situations_grow_linearly_with_the_pairs() -> None:
    counts = [explore(first_section(n)).situations for n in (1, 2, 3, 4)]
    steps = {b - a for a, b in pairwise(counts)}
    assert len(steps) == 1, counts


def test_from_the_second_section_the_first_is_done() -> None:
    rite = load("dashe", start="DS2-02", end="DS2-02")
    assert {m.step.section for m in rite.start.moves} == {"DS2-02"}
    first = next(m for m in rite.start.moves if m.step.optional is None)
    assert first.step.clauses == ("DS2-02-001",)
    assert rite.start.read("rod[archery_director]") == "belt"
    assert all(rite.start.read(f"level[{p}]") == "court" for p in rite.groups["three_pairs"])


def test_a_pair_after_its_member_is_one_act_too_many() -> None:
    out = lines()
    leaving = at("上耦 出次")
    out[leaving : leaving + 1] = ["上耦上射 出次", "上耦 出次"]
    verdict = check(read("\n".join(out).encode(), name="twice", input_format="text"))
    assert [f.index for f in verdict.findings] == [leaving + 1]


# --- on which hand -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said", ["決=右", "決=右巨指 遂=左臂", "遂=左", "thumb-ring=right_thumb arm-guard=left_arm", ""]
)
def test_ring_and_guard_on_their_own_hands_are_no_fault(said: str) -> None:
    assert not check(arming(said)).findings


@pytest.mark.parametrize(
    ("said", "key"), [("決=左", "ring"), ("遂=右臂", "guard"), ("thumb-ring=left_thumb", "ring"), ("決=左手", "ring")]
)
def test_ring_or_guard_on_the_other_hand_is_a_fault_on_the_word_of_the_commentary(said: str, key: str) -> None:
    (finding,) = check(arming(said)).findings
    assert (finding.code, finding.clauses[0]) == ("SH401", "DSB-19-002")
    assert [field for field, _, _ in finding.details["differing"]] == [key]
    assert [who for cite, who in cited(finding) if cite.clause == "DSB-19-002"] == [("zheng",)]


def test_all_who_arm_wear_ring_and_guard_alike() -> None:
    whole = load("dashe", cast={"pairs": 1, "officer_with_great_officer": "yes", "great_officers": 3, "ministers": 0})
    arms = [step for step in whole.steps if step.act == "gear_up"]
    assert {(step.detail("ring"), step.detail("guard")) for step in arms} == {("right", "left")}


def arming(said: str) -> Script:
    """The worked example with the hands stated where the marshal arms."""
    lines = EXAMPLE.read_text("utf-8").splitlines()
    (at,) = [n for n, line in enumerate(lines) if "DS2-01-031" in line]
    act, hash_, clause = lines[at].partition("#")
    return read("\n".join([*lines[:at], f"{act} {said} {hash_}{clause}", *lines[at + 1 :]]))


# --- shown -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("section", ["DS2-01", "DS2-02"])
def test_what_may_be_done_in_any_order_is_shown_once(section: str) -> None:
    """The director takes his rod before or after he passes the marshal; branches that are alike are no choice."""
    rite = load("dashe", end=section)
    rows = list(rows_of(rite))
    choices = [i for i, row in enumerate(rows) if row.kind == "choice"]
    assert [rows[i].en for i in choices] == ["in any order"]
    following = [
        next(later.clause for later in rows[i:] if later.clause) for i, row in enumerate(rows) if row.kind == "crossing"
    ]
    crossings = [clause for clause in following if clause == "DS2-02-005"]
    assert len(crossings) == (2 if section == "DS2-02" else 0)  # once for the director, once for the marshal
    belted = [row for row in rows if row.clause == "DS2-01-103"]
    assert len(belted) == 1
