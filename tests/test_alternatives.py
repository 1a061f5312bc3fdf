"""A finding that another reading excuses names that reading."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from mutating import script_of

from fsm.alternatives import with_alternatives
from fsm.checking import Checker
from fsm.loading import load
from fsm.performing import perform


def other_readings() -> Iterator[tuple[str, str, str]]:
    """Every position not taken, with the rite and the section of its dispute."""
    for name in ("touhu", "dashe"):
        rite = load(name)
        for dispute in rite.profile.disputes.values():
            if dispute.changes:
                others = [p.key for p in dispute.positions if p.key != rite.profile.chosen(dispute.id)]
                yield from ((name, dispute.section, f"{dispute.id}={key}") for key in others)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "section", "reading"), list(other_readings()))
def test_whoever_performs_by_another_reading_is_told_so(name: str, section: str, reading: str) -> None:
    performed = perform(load(name, section, section, reading))
    verdict = with_alternatives(Checker(load(name, section, section)).check(script_of(performed.actions)))
    assert verdict.conforms or reading in verdict.alternatives
