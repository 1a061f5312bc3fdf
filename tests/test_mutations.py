"""Legal performances of the pitch-pot spoilt act by act: found once, at the right clause, with a fix that conforms.

``python benchmarks/mutations.py RITE`` prints the table for any rite and profile.
"""

from __future__ import annotations

import random

import pytest
from mutating import KINDS, Tally, add, legal_performances, mutate, nothing_yet, script_of, study, table, worst

from fsm.checking import Checker
from fsm.loading import load

OUTCOMES = [{}, {"fall": "odd"}, {"fall": "level"}, {"fall": "left"}, {"fall": "none"}]

SETTINGS = [
    pytest.param([], {}, id="zheng"),
    pytest.param([], {"pairs": 2}, id="two pairs"),
    pytest.param([], {"venue": "chamber"}, id="chamber"),
    pytest.param([], {"venue": "court"}, id="court"),
    pytest.param(["zhu"], {}, id="zhu"),
    pytest.param(["dadai"], {}, id="dadai"),
    pytest.param(["ludian"], {}, id="ludian"),
]

RIGHT_CLAUSE = 0.98


def studied(reading: list[str], cast: dict[str, object], share: float, random_ones: int, most: int) -> dict[str, Tally]:
    rite = load("touhu", reading=reading, cast=cast)  # type: ignore[arg-type]
    checker, found = Checker(rite), nothing_yet()
    chance = random.Random(f"{reading} {cast}")
    for performance in [*legal_performances(rite, random_ones, OUTCOMES[:most])]:
        found = add(found, study(checker, mutate(performance, chance, share)))
    return found


def assert_found(found: dict[str, Tally]) -> None:
    total = sum(found.values(), Tally())
    report = f"\n{table(found)}\n{worst(found)}"
    assert total.detected == total.illegal, report
    assert total.one_finding == total.illegal, report
    assert total.fix_conforms == total.illegal, report
    assert total.right_clause >= RIGHT_CLAUSE * total.illegal, report


@pytest.mark.parametrize(("reading", "cast"), SETTINGS)
def test_every_mistake_is_found_once_and_repaired(reading: list[str], cast: dict[str, object]) -> None:
    share = 0.01 if "pairs" in cast else 0.02
    assert_found(studied(reading, cast, share, random_ones=1, most=2))


@pytest.mark.slow
@pytest.mark.parametrize(("reading", "cast"), SETTINGS)
def test_every_mistake_is_found_once_and_repaired_at_length(reading: list[str], cast: dict[str, object]) -> None:
    share = 0.05 if cast or reading else 0.2
    found = studied(reading, cast, share, random_ones=2, most=len(OUTCOMES))
    assert all(found[kind].mutated for kind in KINDS)
    assert_found(found)


@pytest.mark.parametrize(("reading", "cast"), SETTINGS)
def test_legal_performances_have_no_findings(reading: list[str], cast: dict[str, object]) -> None:
    rite = load("touhu", reading=reading, cast=cast)  # type: ignore[arg-type]
    checker = Checker(rite)
    for number, performance in enumerate(legal_performances(rite, 8, OUTCOMES)):
        assert performance.end.end is not None
        # A random performance may leave out how things are done; a canonical one does all.
        for strict in (False, True) if number < len(OUTCOMES) else (False,):
            verdict = checker.check(script_of(performance.actions), strict=strict)
            assert not verdict.findings
            assert verdict.conforms
            assert verdict.cost == 0
