"""Tallies (釋獲, 數獲): the holder set and filled, tallies laid for hits, counted and taken up.

    holder_n    tallies in the holder: 0 or 8
    reserve     those neither there, nor in a hand, nor laid (餘算)
    untallied   side whose hit is still to be tallied, or none

No tally is lost: holder_n + in_hand + laid[right] + laid[left] + reserve is always the same.
"""

from __future__ import annotations

from fsm.counting import evened, result, surplus
from fsm.rules import ACTOR, Rule, needs, rule, sets
from fsm.terms import Reg, Term, Var, any_of, if_, term
from fsm.vocabulary.rules.registers import (
    CONTENT, HIT, HIT_DUE, HOLDER_SET, OBJECT, PLACE, RESULT, SIDE, TEAM, WHAT, counted, in_hand, laid, only,
)
from fsm.vocabulary.rules.taking import permit

FROM, PIERCED = Var("from"), Var("pierced")
HOLDER_N, RESERVE, UNTALLIED = Reg("holder_n"), Reg("reserve"), Reg("untallied")

EIGHT = 8
"""A tally for each arrow of a pair."""


RIGHT, LEFT = laid("right"), laid("left")
GRANTED = permit("tallies").is_("granted")
FROM_HOLDER, SURPLUS, EACH = FROM.is_("holder"), WHAT.is_("surplus"), WHAT.is_("one_each")
GATHERED = WHAT.is_("all") & OBJECT.is_("tally")
"""兼斂算 at the end: of both sides, where one side alone is named by its tallies."""


def _left_lying(side: Term) -> Term:
    """What lies on a side after tallies are taken up: even with the other, one fewer, or none."""
    fewer = if_(side > 0, side - 1, 0)
    return if_(SURPLUS, evened(RIGHT, LEFT), if_(EACH, fewer, if_(GATHERED, 0, side)))


TALLIES: tuple[Rule, ...] = (
    # --- the holder ---
    rule(
        "set_up",
        needs("set_up.granted", only(OBJECT.is_("holder"), GRANTED), "公許釋獲，方設中", "the holder is set once the tallies are granted"),
    ),
    rule(
        "put_tallies",
        needs("put_tallies.holder_set", only(PLACE.is_("holder"), HOLDER_SET), "中既設方可實算", "tallies go into the holder once it is set"),
        sets(HOLDER_N, if_(PLACE.is_("holder"), EIGHT, HOLDER_N)),
        sets(RESERVE, if_(PLACE.is_("holder"), RESERVE - (term(EIGHT) - HOLDER_N), if_(PLACE.is_("holder_west"), RESERVE + in_hand(ACTOR), RESERVE))),
        sets(in_hand(ACTOR), if_(PLACE.is_("holder_west"), 0, in_hand(ACTOR))),
    ),
    rule(
        "order",
        needs("order.holder_filled", only(CONTENT.is_("no_pierce_no_tally"), HOLDER_SET & HOLDER_N.is_(EIGHT)), "中既設，八算既實，方命「不貫不釋」", "the holder stands filled before “no piercing, no tally” is told"),
    ),
    # --- shooting for tallies ---
    rule(
        "shoot",
        needs("shoot.tallies_in_hand", only(GRANTED, in_hand("tally_officer") > 0), "釋獲者執算而俟，方射", "the tally officer waits with tallies in hand"),
        needs("shoot.tallied", UNTALLIED.is_("none"), "前矢之算既釋", "the hit before has been tallied"),
        sets(UNTALLIED, if_(GRANTED & HIT, TEAM, "none")),
        sets(UNTALLIED, if_(GRANTED & HIT & PIERCED, TEAM, "none")),
    ),
    rule(
        "lay_tally",
        needs("lay_tally.granted", GRANTED, "公許釋獲，方釋算", "a tally is laid once the tallies are granted"),
        needs("lay_tally.pierced", UNTALLIED.is_not("none"), "不貫不釋：每中一矢釋一算", "one tally for each arrow that pierces, none without"),
        needs("lay_tally.own_side", any_of(UNTALLIED.is_("none"), SIDE.is_(UNTALLIED)), "上射於右，下射於左", "for the upper archer to the right, for the lower to the left"),
        needs("lay_tally.called", HIT_DUE.is_("none"), "既唱獲而後釋算", "the hit is called before it is tallied"),
        sets(UNTALLIED, "none"),
    ),
    # --- taking up and counting ---
    rule(
        "take_tallies",
        needs("take_tallies.hand_empty", only(FROM_HOLDER, in_hand(ACTOR).is_(0)), "餘算既委，方取中之八算", "what was left in the hand is laid down before the eight are taken"),
        needs("take_tallies.eight", only(FROM_HOLDER, HOLDER_N.is_(EIGHT)), "中有八算方取", "there are eight in the holder"),
        needs("take_tallies.counted", only(SURPLUS | EACH, counted("right") & counted("left")), "左右皆數訖，方取賢獲", "both sides are counted before the surplus is taken"),
        sets(HOLDER_N, if_(FROM_HOLDER, 0, HOLDER_N)),
        sets(RESULT, if_(SURPLUS | EACH, result(RIGHT, LEFT), RESULT)),
        # Level at nought, the two he holds up come from the reserve.
        sets(RESERVE, if_(GATHERED, RESERVE + RIGHT + LEFT + in_hand(ACTOR), if_(EACH & RIGHT.is_(0), RESERVE - 2, RESERVE))),
        sets(in_hand(ACTOR), if_(SURPLUS, surplus(RIGHT, LEFT), if_(EACH, 2, if_(GATHERED, 0, in_hand(ACTOR))))),
        sets(laid("right"), _left_lying(RIGHT)),
        sets(laid("left"), _left_lying(LEFT)),
        sets(counted("right"), if_(GATHERED, False, counted("right"))),
        sets(counted("left"), if_(GATHERED, False, counted("left"))),
    ),
)  # fmt: skip
