"""DS2-07 公及賓諸公卿大夫皆射 as one part: the duke shoots with the guest, then all others.

It begins as the three pairs’ second shooting leaves things: everybody down from the hall but those on their
mats, the holder filled, the targets left, the men of the targets on the west side.
"""

from __future__ import annotations

from fsm.rites.dashe import s07a_the_duke_prepares as s07a
from fsm.rites.dashe import s07b_the_duke_shoots as s07b
from fsm.rites.dashe.company import Company
from fsm.rites.dashe.people import bearers, markers
from fsm.rites.dashe.s07c_all_others_shoot import others_shoot
from fsm.rites.part import Part
from fsm.score import Score, seq
from fsm.terms import all_of
from fsm.vocabulary.rules.duke import MISSED_FLIGHTS, duke_rules
from fsm.vocabulary.rules.registers import loc
from fsm.world import Register

DISPUTES = (*s07a.DISPUTES, *s07b.DISPUTES)


def score(company: Company) -> Score:
    """The duke and the guest first; those of rank, then the rest as the three pairs did."""
    of_seniors = [p for p in company.ranked if p.persons[0] in company.seniors]
    rest = [p for p in (*company.ranked, *company.others) if p not in of_seniors]
    return seq(
        s07a.duke_prepares(company.seniors),
        s07b.duke_and_guest_shoot(bool(of_seniors or rest)),
        others_shoot(of_seniors, rest))


def registers() -> tuple[Register, ...]:
    """How things stand with the duke and the guest besides their places."""
    yes_no, both = (False, True), ("duke", "guest")
    return (
        *(Register(f"sleeve[{p}]", ("covered", "bared"), "covered") for p in both),
        *(Register(f"gear[{p}]", yes_no, False) for p in both),
        *(Register(f"bow[{p}]", ("none", "strung"), "none") for p in both),
        *(Register(f"arrows[{p}]", tuple(range(5)), 0) for p in both),
        *(Register(f"nocked[{p}]", yes_no, False) for p in both),
        Register("stored[guest]", tuple(range(5)), 4),
        Register("ring[duke]", yes_no, False), Register("wiped[duke]", yes_no, False),
        Register("flown", ("none", *MISSED_FLIGHTS), "none"),
        Register("permit[duke_shoots]", ("none", "asked", "granted"), "none"),
        Register("told_to_shoot[guest]", yes_no, False),
        Register("pose[archer_officer.1]", ("stand", "kneel"), "stand"),
    )


def duke_and_ranks_shoot(company: Company, centre_only: bool = False) -> Part:
    """DS2-07 for those who shoot.

    centre_only: what is not a full hit counts for the duke at his own target alone (姜兆錫, DS-20).
    """
    archers = ("duke", "guest", *(p for pair in company.everyone for p in pair.persons))
    of_rank = tuple(p for pair in (*company.ranked, *company.others) for p in pair.persons)
    clear = all_of(*(loc(person).is_not("target") for person in (*bearers.persons, *markers.persons)))
    return Part(
        score(company),
        standing={"duke": "ruler_seat", "guest": "guest_seat", "chief_archer_officer": "overseer_place"},
        registers=registers(),
        rules=duke_rules(clear, archers, of_rank, centre_only),
        facts={
            # He holds no arrow while the guest shoots, so he is nobody’s partner in waiting; the guest is his.
            "duke": {"partner": "guest", "team": "left"},
            "guest": {"team": "right", "own_target": "great"},
        },
    )


__all__ = ["DISPUTES", "duke_and_ranks_shoot"]
