"""A finding that another reading excuses names that reading."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from made_up import PERSONS, A, B, C, D, Draw, R, definition, numbered, script
from mutating import script_of

from fsm.alternatives import with_alternatives
from fsm.checking import Checker, Verdict
from fsm.linting import explore
from fsm.loading import build, load, under
from fsm.performing import perform
from fsm.readings import dispute, held
from fsm.rite import Composition, Rite, Setting
from fsm.rules import Rule, rule, sets
from fsm.score import EMPTY, Reading, Score, ScoreError, Seq, reading, seq, walk
from fsm.world import Register


def other_readings() -> Iterator[tuple[str, str, str]]:
    """Every position not taken, with the rite and the section of its dispute."""
    for name in ("touhu", "dashe"):
        rite = load(name)
        for one in rite.profile.disputes.values():
            if one.changes:
                others = [p.key for p in one.positions if p.key != rite.profile.chosen(one.id)]
                yield from ((name, one.section, f"{one.id}={key}") for key in others)


@pytest.mark.parametrize(
    ("name", "section", "other"),
    [pytest.param(*one, marks=[pytest.mark.slow] if one[0] == "dashe" else []) for one in other_readings()],
)
def test_whoever_performs_by_another_reading_is_told_so(name: str, section: str, other: str) -> None:
    performed = perform(load(name, section, section, other))
    verdict = with_alternatives(Checker(load(name, section, section)).check(script_of(performed.actions)))
    assert verdict.conforms or other in verdict.alternatives


# --- made-up rites -------------------------------------------------------------------------------------------------


def disputed_rite(first: Score, second: Score, *rules: Rule, registers: dict[str, Register] | None = None) -> Rite:
    """A rite of two sections with one dispute, MU-D, of the positions `one` (followed) and `two`.

    registers: position → a register that takes other values under it.
    """
    section = "MU-01" if any(isinstance(part, Reading) for part in walk(first)) else "MU-02"
    positions = held("one", "zheng", "甲", "one"), held("two", "ao", "乙", "two")
    plain = definition(EMPTY, rules)

    def compose(setting: Setting) -> Composition:
        made = plain.compose(setting)
        own = () if registers is None else (registers[setting.profile.chosen("MU-D")],)
        score = Seq((numbered(first, "MU-01"), numbered(second, "MU-02")))
        return replace(made, score=score, registers=(*made.registers, *own))

    asked = dispute("MU-D", f"{section}-001", "某", "some", *positions)
    return build(replace(plain, disputes=(asked,), compose=compose))


def told(rite: Rite, word: str, strict: bool = False) -> Verdict:
    return with_alternatives(Checker(rite).check(script(word), strict=strict), strict=strict)


@pytest.mark.parametrize(
    ("first", "second", "word", "kind"),
    [
        (seq(A.x(), reading("MU-D", one=B.y(), two=EMPTY)), C.z(), "a x; c z", "missing"),
        (seq(A.x(), reading("MU-D", one=EMPTY, two=B.y())), C.z(), "a x; b y; c z", "extra"),
        (seq(reading("MU-D", one=B.y(), two=C.y()), A.x()), C.z(), "c y; a x; c z", "actor"),
        (A.x(), seq(B.y(), reading("MU-D", one=C.z(), two=EMPTY)), "a x; b y", "unfinished"),
    ],
)
def test_every_kind_of_finding_may_be_none_under_another_reading(
    first: Score, second: Score, word: str, kind: str
) -> None:
    """In the middle, at the beginning, and at the end of a section or of all."""
    (finding,) = told(disputed_rite(first, second), word).findings
    assert (finding.kind, finding.alternatives) == (kind, ("MU-D=two",))


def test_manner_that_another_reading_does_not_have_is_not_missed_by_it() -> None:
    from fsm.score import manner

    rite = disputed_rite(seq(A.x(), reading("MU-D", one=manner(B.y()), two=EMPTY)), seq(C.z(), D.w()))
    assert told(rite, "a x; c z; d w").conforms
    (finding,) = told(rite, "a x; c z; d w", strict=True).findings
    assert finding.alternatives == ("MU-D=two",)


def test_a_register_may_take_other_values_under_another_reading() -> None:
    """What cannot be looked at from the middle is checked from the beginning."""
    registers = {"one": Register("kept", ("much", "some"), "some"), "two": Register("kept", ("none",), "none")}
    rite = disputed_rite(seq(A.x(), reading("MU-D", one=B.y(), two=EMPTY)), C.z(), registers=registers)
    assert told(rite, "a x; c z").alternatives == ("MU-D=two",)


def test_a_reading_that_changes_nothing_here_is_not_named() -> None:
    score = seq(A.x(), reading("MU-D", one=B.y(), two=C.y()))
    assert told(disputed_rite(score, seq(C.z(), D.w())), "a x; b y; c z").alternatives == ()
    assert told(disputed_rite(score, C.z(), rule("x", sets(R, 1))), "a x; d y; c z").alternatives == ()


def test_whoever_performs_a_made_up_rite_by_another_reading_is_nearly_always_told_so() -> None:
    """Not where the first line that differs could as well be the first of the next section."""
    faulty = missed = 0
    for seed in range(120):
        rite = random_disputed_rite(random.Random(seed))
        if rite is None:
            continue
        performed = perform(under(rite, "MU-D=two"), order="random", seed=seed)
        if performed.end.end is not None:
            verdict = with_alternatives(Checker(rite).check(script_of(performed.actions)))
            faulty += not verdict.conforms
            missed += not verdict.conforms and not verdict.alternatives
    assert faulty > 50
    assert missed * 20 < faulty


def random_disputed_rite(chance: random.Random) -> Rite | None:
    """A random rite with a dispute at the end of its first section or of its second; None where it is no rite."""
    choose = chance.choice
    try:
        before, here, after, last, more = (Draw(choose, most=4).score(PERSONS, 2) for _ in range(5))
        parts = [seq(before, reading("MU-D", one=here, two=choose((more, EMPTY, seq(here, more))))), seq(after, last)]
        rite = disputed_rite(*choose((parts, parts[::-1])))
        return None if any(explore(r).endless for r in (rite, under(rite, "MU-D=two"))) else rite
    except ScoreError:
        return None
