"""Pitch-pot: gear, throwing, the penalty and the horses."""

from __future__ import annotations

from fsm.rules import ACTOR, Rule, needs, rule, sets
from fsm.terms import any_of, if_
from fsm.vocabulary.rules.registers import (
    CONGRATULATED, CUP, FALL, HOLDER_SET, LAST, OBJECT, POT_SET, RACK_SET, READY, RESULT, SIDE, TALLY_DUE, TEAM,
    N, arrows, counted, horses, in_hand, laid, only, other, seated,
)

PITCH_POT: tuple[Rule, ...] = (
    # --- pitch-pot: gear ---
    rule(
        "receive",
        sets(arrows(ACTOR), if_(OBJECT.is_("four_arrows"), 4, arrows(ACTOR))),
    ),
    rule("measure", sets(POT_SET, True)),
    rule(
        "set_up",
        needs("set_up.pot_first", only(OBJECT.is_("holder"), POT_SET), "先度壺，後設中", "the pot is placed before the holder"),
        sets(HOLDER_SET, if_(OBJECT.is_("holder"), True, HOLDER_SET)),
        sets(RACK_SET, if_(OBJECT.is_("rack"), True, RACK_SET)),
    ),
    rule(
        "take_tallies",
        needs("take_tallies.holder_set", HOLDER_SET, "中既設方可取算", "tallies are taken once the holder is set"),
        sets(in_hand(ACTOR), N),
    ),
    # --- pitch-pot: throwing ---
    rule(
        "throw",
        needs("throw.seated", seated(ACTOR), "在筵上投", "one throws from the mat"),
        needs("throw.told", READY, "告矢具、請拾投之後方投", "throwing begins once the arrows are told complete"),
        needs("throw.arrows", arrows(ACTOR) > 0, "手中有矢方投（人四矢）", "one throws while one has arrows (four each)"),
        needs("throw.tally_first", TALLY_DUE.is_("none"), "前矢入者先釋算", "a hit is tallied before the next throw"),
        needs("throw.by_turns", LAST.is_not(TEAM), "拾投：賓主更遞而投", "guest and host throw by turns"),
        sets(arrows(ACTOR), arrows(ACTOR) - 1),
        sets(LAST, TEAM),
        sets(TALLY_DUE, if_(FALL.is_("straight"), TEAM, "none")),
    ),
    rule(
        "lay_tally",
        needs("lay_tally.straight", TALLY_DUE.is_not("none"), "順投而入者方釋算", "only a straight throw that went in is tallied"),
        needs("lay_tally.side", any_of(TALLY_DUE.is_("none"), SIDE.is_(TALLY_DUE)), "賓黨於右，主黨於左", "the guest’s side to the right, the host’s to the left"),
        needs("lay_tally.in_hand", in_hand(ACTOR) > 0, "手中有算", "a tally is in the hand"),
        sets(laid(SIDE), laid(SIDE) + 1),
        sets(in_hand(ACTOR), in_hand(ACTOR) - 1),
        sets(TALLY_DUE, "none"),
    ),
    rule(
        "count_tallies",
        needs("count_tallies.right_first", only(SIDE.is_("left"), counted("right")), "先數右，後數左", "the right is counted before the left"),
        sets(counted(SIDE), True),
    ),
    # --- the penalty and the horses ---
    rule("wash", sets(CUP, if_(OBJECT.is_("penalty_cup"), "washed", CUP))),
    rule(
        "pour",
        needs("pour.washed", only(OBJECT.is_("penalty_cup"), CUP.is_("washed")), "洗而後酌", "the cup is washed before it is filled"),
        sets(CUP, if_(OBJECT.is_("penalty_cup"), "full", CUP)),
    ),
    rule(
        "drink",
        needs("drink.full", only(OBJECT.is_("penalty_cup"), CUP.is_in("full", "drunk")), "觶已酌", "the cup has been filled"),
        sets(CUP, if_(OBJECT.is_("penalty_cup"), "drunk", CUP)),
        sets(CONGRATULATED, if_(OBJECT.is_("congratulation_cup"), True, CONGRATULATED)),
    ),
    rule(
        "set_horse",
        needs("set_horse.drunk", CUP.is_("drunk"), "正爵既行方立馬", "a horse is set up once the penalty cup is drunk"),
        needs("set_horse.winner", SIDE.is_(RESULT), "為勝者立馬", "the horse is the winner’s"),
        sets(horses(SIDE), horses(SIDE) + 1),
    ),
    rule(
        "merge_horses",
        needs("merge_horses.two_one", horses(SIDE).is_(2) & horses(other(SIDE)).is_(1), "一馬從二馬：二對一", "one horse follows two"),
        sets(horses(SIDE), 3),
        sets(horses(other(SIDE)), 0),
    ),
)  # fmt: skip
