"""Hints: where the wrong thing was asked of a script, the report says what to ask."""

from __future__ import annotations

from functools import cache

import pytest

import fsm
from fsm.alternatives import with_alternatives
from fsm.checking import Checker, Verdict
from fsm.hints import hints
from fsm.messages import hint_message, report
from fsm.reports import REPORTS, render
from fsm.rite import Rite
from fsm.scripts import read, write

MIDDLE = ("dashe", "DS2-04", "DS2-05", ())
CUP = ("dashe", "DS2-10", "DS2-10", (("result", "right"),))
POT = ("touhu", None, None, ())


@cache
def rite(id: str, start: str | None = None, end: str | None = None, given: tuple[tuple[str, str], ...] = ()) -> Rite:
    return fsm.load(id, start, end, given=dict(given))


@cache
def verdict(script: tuple[str, str | None, str | None, tuple[tuple[str, str], ...]], asked: Rite) -> Verdict:
    """A performance of one stretch, checked as something else."""
    text = write(fsm.perform(rite(*script), optional=False).actions)
    return Checker(asked).check(read(text, name="a.txt"))


@pytest.mark.parametrize(
    ("script", "asked", "code", "told"),
    [
        (MIDDLE, rite("touhu"), "other-rite", "sheli check dashe --from DS2-04 --to DS2-05"),
        pytest.param(POT, rite("dashe"), "other-rite", "sheli check touhu", marks=pytest.mark.slow),
        (MIDDLE, rite("dashe"), "other-stretch", "--from DS2-04 --to DS2-05"),
        pytest.param(
            *(CUP, rite("dashe", "DS2-11", "DS2-11"), "other-stretch", "--from DS2-10 --to DS2-10"),
            marks=pytest.mark.slow,
        ),
        (CUP, rite("dashe", "DS2-10", "DS2-10"), "inherited", "--given result="),
    ],
)
def test_a_script_asked_for_wrongly_is_told_how_to_be_asked_for(script, asked, code, told) -> None:  # type: ignore[no-untyped-def]
    found = verdict(script, asked)
    assert [hint.code for hint in hints(found)] == [code]
    for lang in ("zh-Hant", "zh-Hans", "en"):
        said = hint_message(hints(found)[0], asked, lang)
        assert told in said
        assert "…" not in said.replace("=…", "")  # nothing is left untold
        assert said in report(found, lang)


@pytest.mark.parametrize("script", [MIDDLE, CUP, POT])
def test_a_script_that_conforms_or_has_a_mistake_of_its_own_has_no_hint(script) -> None:  # type: ignore[no-untyped-def]
    asked = rite(*script)
    actions = fsm.perform(asked, optional=False).actions
    half = len(actions) // 2
    for acts in (actions, [*actions[:half], *actions[half + 1 :]]):
        assert not hints(Checker(asked).check(read(write(acts))))


@pytest.mark.parametrize("form", [form for form in REPORTS if form not in ("json", "xlsx", "eaf")])
def test_hints_are_in_every_report_for_people(form: str) -> None:
    made = render(verdict(MIDDLE, rite("touhu")), form, "en")
    text = made if isinstance(made, str) else made.decode("utf-8-sig")
    assert "This looks like a script of The Great Archery" in text


def test_a_script_that_follows_another_commentator() -> None:
    made, asked = (fsm.load("dashe", "DS2-05", "DS2-05", reading=who, cast={"pairs": 1}) for who in ("ao", "zheng"))
    found = with_alternatives(Checker(asked).check(read(write(fsm.perform(made).actions))))
    assert not found.conforms
    assert [(hint.code, hint.details["who"]) for hint in hints(found)] == [("other-reading", "ao")]
    assert "--reading ao" in report(found, "zh-Hant")


def test_the_stretch_of_a_hint_conforms() -> None:
    """What the hint advises is right: asked for so, the script conforms."""
    hint = hints(verdict(MIDDLE, rite("dashe")))[0]
    asked = rite("dashe", hint.details["start"], hint.details["end"])
    assert with_alternatives(verdict(MIDDLE, asked)).conforms


@pytest.mark.parametrize(
    ("reading", "why"),
    [
        ("DS-07=two", "於動作無別"),
        ("DS-46=at_once,DS-45=one", "惟從 DS-45=two 時有別"),
        ("DS-45=one", None),
        ("ao", None),
    ],
)
def test_a_reading_chosen_by_itself_that_decides_nothing_is_told(reading: str, why: str | None) -> None:
    asked = fsm.load("dashe", reading=reading.split(","))
    found = Checker(asked).check(read("司馬師 命 >負侯者"), partial=True)
    told = [hint_message(h, asked, "zh-Hant") for h in hints(found) if h.code == "idle-reading"]
    assert len(told) == (why is not None)
    assert all(why in one for one in told if why)
