"""Leave asked and given, and taking arrows from the rack.

Registers beside those of `registers`:

    permit[x]    leave for x: none, asked, granted     rack_n       arrows on the rack
    stored[p]    arrows of p lying in the booth        downrange    arrows lying at the targets
    demonstration_arrows   where the director’s four are: target, rack, hand, staff
"""

from __future__ import annotations

from fsm.rules import ACTOR, Rule, needs, rule, sets
from fsm.terms import Reg, Term, Var, any_of, if_, term
from fsm.vocabulary.rules.registers import (
    FOR, OBJECT, TEAM, TO, TURN, N, arrows, bow, loc, nocked, only, other, pose, rod, sleeve,
)

RACK_N, DOWNRANGE, DEMONSTRATION = map(Reg, ("rack_n", "downrange", "demonstration_arrows"))
MANNER = Var("manner")
AT_THE_RACK = ("rack", "rack_west", "rack_east", "rack_south")


def permit(matter: object) -> Term:
    """Whether leave for a matter has been asked and granted."""
    return Reg("permit", term(matter))


def stored(person: object) -> Term:
    """How many of a man’s arrows lie in the booth."""
    return Reg("stored", term(person))


_demonstration, _together = OBJECT.is_("demonstration_arrows"), OBJECT.is_("bow_and_arrows")

TAKING: tuple[Rule, ...] = (
    # --- leave ---
    rule(
        "ask",
        needs("ask.no_rod", only(TO.is_("duke"), rod(ACTOR).is_not("belt")), "去扑而後請于公", "the rod is taken off before he asks the duke"),
        sets(permit(FOR), "asked"),
    ),
    rule(
        "grant",
        needs("grant.asked", permit(FOR).is_("asked"), "既請，公乃許", "leave is granted when it has been asked"),
        sets(permit(FOR), "granted"),
    ),
    # --- how many arrows are where ---
    rule("shoot", sets(DOWNRANGE, DOWNRANGE + 1)),
    rule(
        "lay_arrows",
        sets(RACK_N, RACK_N + DOWNRANGE),
        sets(DOWNRANGE, 0),
        sets(DEMONSTRATION, if_(DEMONSTRATION.is_("target"), "rack", DEMONSTRATION)),
    ),
    rule(
        "lay_down_bow",
        sets(stored(ACTOR), if_(_together, arrows(ACTOR), stored(ACTOR))),
        sets(arrows(ACTOR), if_(_together, 0, arrows(ACTOR))),
        sets(nocked(ACTOR), False),
    ),
    rule(
        "take_bow",
        sets(arrows(ACTOR), if_(_together, stored(ACTOR), arrows(ACTOR))),
        sets(stored(ACTOR), if_(_together, 0, stored(ACTOR))),
    ),
    # --- from the rack ---
    rule(
        "take_arrow",
        needs("take_arrow.at_rack", loc(ACTOR).is_in(*AT_THE_RACK), "進至楅而後取矢", "one takes arrows at the rack"),
        needs("take_arrow.kneeling", pose(ACTOR).is_("kneel"), "坐而後取矢", "one kneels to take arrows"),
        needs("take_arrow.bared", sleeve(ACTOR).is_("bared"), "袒決遂而後取矢", "one takes arrows with the arm bared"),
        needs("take_arrow.bow", bow(ACTOR).is_("strung"), "執弓而後取矢", "one takes arrows bow in hand"),
        needs("take_arrow.left", N <= RACK_N, "楅上有矢", "there are arrows on the rack"),
        needs("take_arrow.four", any_of(_demonstration, arrows(ACTOR) + N <= 4), "人取四矢", "each takes four and no more"),
        needs("take_arrow.turn", any_of(_demonstration, TURN.is_(TEAM)), "拾取：上射先，下射後，更迭而取", "they take by turns, the upper archer first"),
        needs("take_arrow.own_first", only(_demonstration, arrows(ACTOR).is_(4)), "己之四矢既取，遂取誘射之矢", "his own four come before the demonstration arrows"),
        needs("take_arrow.on_rack", only(_demonstration, DEMONSTRATION.is_("rack")), "誘射之矢在楅", "the demonstration arrows lie on the rack"),
        sets(RACK_N, RACK_N - N),
        sets(arrows(ACTOR), if_(_demonstration, arrows(ACTOR), arrows(ACTOR) + N)),
        sets(TURN, if_(_demonstration, TURN, other(TEAM))),
        sets(DEMONSTRATION, if_(_demonstration, "hand", DEMONSTRATION)),
    ),
    rule("hold_arrow", sets(nocked(ACTOR), MANNER.is_("on_string"))),
    rule(
        "belt_three_hold_one",
        needs("belt_three_hold_one.four", arrows(ACTOR).is_(4), "既得乘矢，方搢三挾一", "four arrows in hand before three go into the belt"),
        sets(nocked(ACTOR), True),
    ),
    rule(
        "hand_over",
        needs("hand_over.in_hand", only(_demonstration, DEMONSTRATION.is_("hand")), "既取誘射之矢，方授有司", "the demonstration arrows are taken before they are handed over"),
        sets(DEMONSTRATION, if_(_demonstration, "staff", DEMONSTRATION)),
    ),
)  # fmt: skip
