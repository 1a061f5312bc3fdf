"""Arming and disarming: arm, ring and guard, bow."""

from __future__ import annotations

from fsm.rules import ACTOR, Rule, needs, rule, sets
from fsm.vocabulary.rules.registers import arrows, bow, gear, nocked, sleeve

ARMING: tuple[Rule, ...] = (
    rule(
        "bare",
        needs("bare.covered", sleeve(ACTOR).is_("covered"), "襲著方可袒", "one bares an arm that is covered"),
        sets(sleeve(ACTOR), "bared"),
    ),
    rule(
        "cover",
        needs("cover.bared", sleeve(ACTOR).is_("bared"), "袒著方可襲", "one covers an arm that is bared"),
        needs("cover.bow_down", bow(ACTOR).is_("none"), "釋弓而後襲", "the bow is laid down before the arm is covered"),
        sets(sleeve(ACTOR), "covered"),
    ),
    rule(
        "gear_up",
        needs("gear_up.bared", sleeve(ACTOR).is_("bared"), "袒而後決遂", "the arm is bared before ring and guard go on"),
        sets(gear(ACTOR), True),
    ),
    rule(
        "gear_off",
        needs("gear_off.on", gear(ACTOR), "決遂著方可說", "ring and guard are taken off only if they are on"),
        sets(gear(ACTOR), False),
    ),
    rule(
        "take_bow",
        needs("take_bow.none", bow(ACTOR).is_("none"), "手中無弓方執弓", "he has no bow yet"),
        sets(bow(ACTOR), "strung"),
    ),
    rule(
        "lay_down_bow",
        needs("lay_down_bow.has", bow(ACTOR).is_not("none"), "手中有弓方釋弓", "he has a bow"),
        sets(bow(ACTOR), "none"),
    ),
    rule("hook_string", needs("hook_string.bow", bow(ACTOR).is_("strung"), "執張弓方可挾弦", "the bow in hand is strung")),
    rule("hold_bow", needs("hold_bow.has", bow(ACTOR).is_not("none"), "手中有弓", "he has a bow")),
    rule(
        "hold_arrow",
        needs("hold_arrow.left", arrows(ACTOR) > 0, "尚有矢可挾", "an arrow is left"),
        sets(nocked(ACTOR), True),
    ),
)  # fmt: skip
