"""The second round of 大射 up to its shooting: DS2-03 再請射, DS2-04 比耦, DS2-05 三耦取矢于楅, as one part.

It begins as the first round leaves things: the arrows on the rack, counted and checked, everybody covered and
without a bow; those of rank on their mats, the officers of the other pairs (眾耦) on the west side.
It ends with the three pairs in the booth, four arrows of each lying there, the great officers and the other
pairs in their rows, grandees and ministers still on the hall, the director in his place.

How persons are named: see `fsm.rites.dashe.company`.
"""

from __future__ import annotations

from fsm.rites.archery import FOUR, registers_of_archers
from fsm.rites.dashe.company import Company
from fsm.rites.dashe.s03_s04_pairs_matched import all_matched, second_asking
from fsm.rites.dashe.s05_arrows_taken import arrows_taken
from fsm.rites.part import Part
from fsm.rules import Rule, needs, rule
from fsm.score import seq
from fsm.terms import all_of
from fsm.vocabulary.rules.registers import CONTENT, TO, loc, only
from fsm.vocabulary.rules.taking import RACK_N, permit
from fsm.world import Register

SEATS = {"grandees": "grandee_seat", "ministers": "minister_seat", "great_officers": "officer_seat"}


def rules_of_matching(company: Company) -> tuple[Rule, ...]:
    """What acts require because of all who are matched."""
    in_row = all_of(*(loc(p).is_("pairs_south") for p in company.great_officers))
    great_officer = TO.is_in("great_officers", *company.great_officers)  # as a group, or by name
    return (
        rule("pair_off",
            needs("pair_off.in_place", only(great_officer, in_row), "大夫既即位而後告", "the great officers have taken their places")),
        rule("order",
            needs("order.leave_granted", only(CONTENT.is_("guest_attends_duke"), permit("shoot").is_("granted")), "公既許射，方比耦", "the duke has given leave before pairs are matched"),
            needs("order.arrows_on_rack", only(CONTENT.is_("take_arrows_in_turn"), RACK_N > 0), "矢在楅，方命取矢", "arrows lie on the rack before the pairs are told to take them")),
    )


def registers(company: Company) -> tuple[Register, ...]:
    """How things stand besides the places; those of the three pairs are the first round’s, their pose and store excepted."""
    three = [p for pair in company.three for p in pair.persons]
    rest = [p for pair in (*company.others, *company.ranked) for p in pair.persons]
    shooters = len(three) + len(rest) + 2  # the guest and the duke
    at_most = tuple(range(FOUR * shooters + FOUR + 1))
    four = tuple(range(FOUR + 1))
    return (
        Register("permit[shoot]", ("none", "asked", "granted"), "none"),
        Register("rack_n", at_most, 0), Register("downrange", at_most, FOUR),
        Register("demonstration_arrows", ("target", "rack", "hand", "staff"), "target"),
        *(Register(f"pose[{p}]", ("stand", "kneel"), "stand") for p in (*three, *rest)),
        *(Register(f"stored[{p}]", four, 0) for p in three), *(Register(f"stored[{p}]", four, FOUR) for p in rest),
        *registers_of_archers(rest, armed=False),
    )


def second_round_begins(company: Company) -> Part:
    """The stretch for those who shoot."""
    ranked = (*company.seniors, *company.great_officers)
    return Part(
        seq(second_asking, all_matched(company), arrows_taken(company.three)),
        standing={
            **dict.fromkeys(company.row_of_officers, "west_side"),
            **{p: SEATS[p.partition(".")[0]] for p in ranked},
            "guest": "guest_seat", "duke": "ruler_seat",
        },
        registers=registers(company),
        rules=rules_of_matching(company),
        groups=company.groups,
        facts=company.facts,
    )
