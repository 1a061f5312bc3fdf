"""The first round of 大射 as one part: DS2-01 三耦射 and DS2-02 取矢加于楅.

It begins as the demonstration shooting leaves things: the pairs armed and paired in the booth, the
director at his place with his rod, nobody at the targets.
"""

from __future__ import annotations

from fsm.rites.archery import registers_of_archers, rules_of_shooting
from fsm.rites.dashe.people import TARGETS, Pair
from fsm.rites.dashe.s01_three_pairs_shoot import (
    down, first_pair_called, first_pair_shoots, likewise, meeting, report, shoot, up,
)
from fsm.rites.dashe.s02_arrows_fetched import arrows_fetched, officers_pass_at_report
from fsm.rites.part import Part
from fsm.rules import Rule, needs, rule
from fsm.score import Score, pair_after_pair, together
from fsm.terms import Value, all_of, any_of
from fsm.vocabulary.rules import ACTOR, CONTENT, TO, bow, loc, only, rod, sleeve
from fsm.world import Register

BEARERS = tuple(f"banner_bearer.{t}" for t in TARGETS)
MARKERS = tuple(f"marker.{t}" for t in TARGETS)
START = {
    "archery_director": "director_place", "marshal": "marshal_place", "vice_marshal": "court", "attendant": "court",
    "vice_attendant": "court", **dict.fromkeys(BEARERS, "west_side"), **dict.fromkeys(MARKERS, "screen"),
}


def score(count: int) -> Score:
    """The pairs go up one after the other; report and fetching begin while the last comes down."""
    def goes_up(number: int) -> Score:
        return first_pair_called() if number == 1 else likewise(up(Pair(number), meeting(Pair(number - 1))))

    def shoots(number: int) -> Score:
        return first_pair_shoots() if number == 1 else likewise(shoot(Pair(number)))

    def comes_down(number: int) -> Score:
        score = down(Pair(number), last=number == count)
        return score if number == 1 else likewise(score)

    after = together(report(officers_pass_at_report), arrows_fetched)
    return pair_after_pair(range(1, count + 1), goes_up, shoots, comes_down, then=after)


def rules_of_the_round(count: int) -> tuple[Rule, ...]:
    """What acts require because of all the archers and all the men at the targets."""
    archers = [p for n in range(1, count + 1) for p in Pair(n).persons]
    clear = all_of(*(loc(b).is_not("target") for b in (*BEARERS, *MARKERS)))
    # Where the men with their backs to the targets are the markers, either may stand there.
    at_target = all_of(*(any_of(loc(b).is_("target"), loc(m).is_("target")) for b, m in zip(BEARERS, MARKERS, strict=True)))
    # The guest waits for the duke north of his mark, when those two shoot.
    waiting = any_of(all_of(*(loc(p).is_("mark") for p in Pair(1).persons)), loc("guest").is_("marks_north"))
    return (
        rule("leave",
             needs("leave.armed", any_of(sleeve(ACTOR).is_("bared") & bow(ACTOR).is_("strung"), sleeve(ACTOR).is_("covered") & bow(ACTOR).is_("unstrung")),
                   "袒執張弓，或襲執弛弓，方出次", "one leaves the booth bared with a strung bow, or covered with an unstrung one")),
        rule("order",
             needs("order.at_target", only(CONTENT.is_("leave_target"), at_target), "負侯者皆在侯，方命去侯", "the men are at the targets"),
             needs("order.pair_waits", only(CONTENT.is_("leave_target"), waiting), "上耦既履物而俟，方命去侯", "the first pair waits on its marks"),
             needs("order.lane_clear", only(CONTENT.is_("no_hit_marker"), clear), "負侯者既去侯，方命毋射獲", "the men have left the targets")),
        rule("fetch_arrows",
             needs("fetch_arrows.pointed_out", at_target, "負侯者俟小臣取矢，以旌指教之", "the men are at the targets, to point the arrows out")),
        rule("shoot",
             needs("shoot.lane_clear", clear, "負侯者既去侯", "nobody stands at the targets")),
        rule("report",
             needs("report.no_rod", only(TO.is_("duke"), rod(ACTOR).is_not("belt")), "去扑而後告于公", "the rod is taken off before he speaks to the duke")),
        *rules_of_shooting(archers),
    )


def registers(archers: list[str]) -> tuple[Register, ...]:
    """How things stand besides the places."""
    yes_no = (False, True)
    return (
        *registers_of_archers(archers, armed=True),
        Register("sleeve[marshal]", ("covered", "bared"), "covered"), Register("gear[marshal]", yes_no, False),
        Register("bow[marshal]", ("none", "strung"), "none"),
        Register("rod[archery_director]", ("belt", "off", "leaned"), "belt"),
        Register("hit_due", ("none", *TARGETS), "none"),
        Register("turn", ("right", "left"), "right"),
        Register("warned", yes_no, False), Register("acknowledged", yes_no, False),
        Register("ordered[fetch_arrows]", yes_no, False),
        Register("rack_set", yes_no, False), Register("arrows_laid", yes_no, False),
        Register("short", yes_no, False), Register("counted_arrows", yes_no, False),
        Register("pose[marshal]", ("stand", "kneel"), "stand"),
    )


def first_round(count: int) -> Part:
    """The first round for so many pairs."""
    pairs = [Pair(n) for n in range(1, count + 1)]
    archers = [p for pair in pairs for p in pair.persons]
    facts: dict[str, dict[str, Value]] = {f"marker.{t}": {"own_target": t} for t in TARGETS}
    for pair in pairs:
        facts |= pair.facts("near")
    return Part(
        score(count),
        standing={**START, **dict.fromkeys(archers, "booth")},
        registers=registers(archers),
        rules=rules_of_the_round(count),
        groups={"banner_bearer": BEARERS, "marker": MARKERS, **{f"pair.{p.number}": p.persons for p in pairs}, "three_pairs": tuple(archers)},
        facts=facts,
    )
