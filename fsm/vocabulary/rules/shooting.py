"""Shooting, the director’s rod, fetching the arrows."""

from __future__ import annotations

from fsm.rules import ACTOR, Rule, needs, rule, sets
from fsm.terms import any_of, if_
from fsm.vocabulary.rules.registers import (
    ACKNOWLEDGED, ARROWS_LAID, COUNTED, HIT, HIT_DUE, PARTNER, RACK_SET, SHORT, SHORT_NOW, TARGET, TEAM, TURN,
    WARNED, arrows, bow, gear, loc, nocked, ordered, other, rod, sleeve,
)

SHOOTING: tuple[Rule, ...] = (
    # --- shooting ---
    rule(
        "shoot",
        needs("shoot.on_mark", loc(ACTOR).is_("mark"), "履物而後射", "one shoots from one's mark"),
        needs("shoot.bared", sleeve(ACTOR).is_("bared"), "袒而後射", "one shoots with the arm bared"),
        needs("shoot.gear", gear(ACTOR), "決遂而後射", "one shoots with ring and guard on"),
        needs("shoot.bow", bow(ACTOR).is_("strung"), "執張弓而後射", "one shoots with a strung bow"),
        needs("shoot.arrows", arrows(ACTOR) > 0, "手中有矢方射（乘矢）", "one shoots while one has arrows (four each)"),
        needs("shoot.turn", TURN.is_(TEAM), "拾發：上射先，下射後，更迭而射", "they shoot by turns, the upper archer first"),
        needs("shoot.nocked", nocked(ACTOR), "挾矢而後射", "the arrow is in hand"),
        needs("shoot.partner_ready", any_of(nocked(PARTNER), arrows(PARTNER).is_(0)), "偶既挾矢，而後射", "the partner has his next arrow in hand"),
        needs("shoot.called", HIT_DUE.is_("none"), "前矢之獲既唱", "the hit before has been called"),
        needs("shoot.warned", WARNED, "司射既命毋射獲毋獵獲", "the director has given his warning"),
        needs("shoot.acknowledged", ACKNOWLEDGED, "上射既揖", "the upper archer has saluted"),
        sets(arrows(ACTOR), arrows(ACTOR) - 1),
        sets(nocked(ACTOR), False),
        sets(TURN, other(TEAM)),
        sets(HIT_DUE, if_(HIT, TARGET, "none")),
    ),
    rule(
        "call_hit",
        needs("call_hit.due", HIT_DUE.is_(TARGET), "中其侯乃獲", "a hit is called only when an arrow has hit his target"),
        sets(HIT_DUE, "none"),
    ),
    # --- the director's rod ---
    rule(
        "lay_off_rod",
        needs("lay_off_rod.belt", rod(ACTOR).is_("belt"), "搢扑方可去扑", "the rod is in the belt"),
        sets(rod(ACTOR), "off"),
    ),
    rule(
        "lean_rod",
        needs("lean_rod.off", rod(ACTOR).is_("off"), "既去扑，方倚扑", "the rod is taken off before it is leaned"),
        sets(rod(ACTOR), "leaned"),
    ),
    rule(
        "belt_rod",
        needs("belt_rod.off", rod(ACTOR).is_not("belt"), "扑不在帶方可搢扑", "the rod is not in the belt"),
        sets(rod(ACTOR), "belt"),
    ),
    # --- fetching ---
    rule(
        "fetch_arrows",
        needs("fetch_arrows.ordered", ordered("fetch_arrows"), "司馬命取矢而後取", "arrows are fetched when the marshal has ordered it"),
    ),
    rule(
        "lay_arrows",
        needs("lay_arrows.rack", RACK_SET, "楅既設方可委矢", "arrows are laid once the rack is set"),
        sets(ARROWS_LAID, True),
        sets(SHORT_NOW, if_(SHORT, True, False)),
    ),
    rule(
        "count_arrows",
        needs("count_arrows.laid", ARROWS_LAID, "矢既在楅方可乘之", "arrows are counted once they are on the rack"),
        sets(COUNTED, True),
        sets(SHORT_NOW, if_(SHORT, True, False)),
    ),
    rule(
        "check_arrows",
        needs("check_arrows.counted", COUNTED, "既乘之而後撫之", "arrows are checked once they are counted"),
        needs("check_arrows.full", ~SHORT_NOW, "矢備而後撫之", "arrows are checked once none is missing"),
    ),
)  # fmt: skip
