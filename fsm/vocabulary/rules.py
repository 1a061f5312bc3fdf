"""The rules of the verbs: what each act requires and what it changes.

Registers are named here once:

    seated[p]  p is on the mat            pose[p]      stand, kneel
    arrows[p]  arrows p still has         in_hand[p]   tallies in the hand of p
    laid[s]    tallies laid for side s    tally_due    side whose hit is not yet tallied, or none
    last       side that threw last
    pot_set, holder_set, ready, told[p], counted[s], congratulated
    result     none, right, left, level   cup          none, washed, full, drunk
    horses[s]  horses standing for side s

    loc[p], level[p]  the place where p is, and whether that is outside, court, steps or hall
    sleeve[p]  covered, bared             gear[p]      ring and arm-guard are on
    bow[p]     none, strung, unstrung     nocked[p]    p has his next arrow in hand
    rod[p]     belt, off, leaned          hit_due      target whose hit is not yet called, or none
    turn       side whose turn it is to shoot          ordered[o]   order o has been given
    warned, acknowledged, rack_set, arrows_laid, short, counted_arrows

`right` is the guest's side (賓黨, 上射), `left` the host's (主黨, 下射).
"""

from __future__ import annotations

from fsm.rules import ACTOR, Rule, needs, rule, sets
from fsm.terms import Reg, Term, Var, any_of, if_, term

AFTER, CONTENT, FALL, FOR, HIT, LEVEL, N, OBJECT, PARTNER, PLACE, SHORT, SIDE, STATE, TARGET, TEAM, TO, WHAT = map(
    Var, ("after", "content", "fall", "for", "hit", "place_level", "n", "object", "partner", "place", "short", "side", "state", "own_target", "team", "addressee", "what")
)
"""Details of an act; `team` is a fact of the actor: the side, right or left, that he throws or shoots for."""


def seated(person: object) -> Term:
    return Reg("seated", term(person))


def pose(person: object) -> Term:
    return Reg("pose", term(person))


def arrows(person: object) -> Term:
    return Reg("arrows", term(person))


def in_hand(person: object) -> Term:
    return Reg("in_hand", term(person))


def laid(side: object) -> Term:
    return Reg("laid", term(side))


def counted(side: object) -> Term:
    return Reg("counted", term(side))


def horses(side: object) -> Term:
    return Reg("horses", term(side))


def told(person: object) -> Term:
    return Reg("told", term(person))


POT_SET, HOLDER_SET, READY = Reg("pot_set"), Reg("holder_set"), Reg("ready")
TALLY_DUE, LAST, RESULT, CUP, CONGRATULATED = map(Reg, ("tally_due", "last", "result", "cup", "congratulated"))


def loc(person: object) -> Term:
    return Reg("loc", term(person))


def level(person: object) -> Term:
    return Reg("level", term(person))


def sleeve(person: object) -> Term:
    return Reg("sleeve", term(person))


def gear(person: object) -> Term:
    return Reg("gear", term(person))


def bow(person: object) -> Term:
    return Reg("bow", term(person))


def nocked(person: object) -> Term:
    return Reg("nocked", term(person))


def rod(person: object) -> Term:
    return Reg("rod", term(person))


def ordered(content: object) -> Term:
    return Reg("ordered", term(content))


HIT_DUE, TURN, WARNED, ACKNOWLEDGED = map(Reg, ("hit_due", "turn", "warned", "acknowledged"))
RACK_SET, ARROWS_LAID, SHORT_NOW, COUNTED = map(Reg, ("rack_set", "arrows_laid", "short", "counted_arrows"))


def only(test: Term, guard: Term) -> Term:
    """The guard, required only where the test holds."""
    return any_of(~test, guard)


def other(side: Term) -> Term:
    """The opposite side."""
    return if_(side.is_("right"), "left", "right")


RULES: tuple[Rule, ...] = (
    # --- the body ---
    rule(
        "kneel",
        needs("kneel.standing", pose(ACTOR).is_("stand"), "站著方可坐（跪）", "one kneels from standing"),
        sets(pose(ACTOR), "kneel"),
    ),
    rule(
        "rise",
        needs("rise.kneeling", pose(ACTOR).is_("kneel"), "坐（跪）著方可興", "one rises from kneeling"),
        sets(pose(ACTOR), "stand"),
    ),
    rule("take_seat", sets(seated(ACTOR), True)),
    rule("return_to_place", sets(seated(ACTOR), False)),
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
        needs("throw.arrows", arrows(ACTOR) > 0, "手中尚有矢（人四矢）", "an arrow is left (four each)"),
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
    # --- moving ---
    *(
        rule(
            verb,
            needs(f"{verb}.level", any_of(level(ACTOR).is_(LEVEL), level(ACTOR).is_("steps")), "堂上堂下不可徑至：須升降由階", "hall and court are joined by the steps alone"),
            sets(loc(ACTOR), PLACE),
            sets(level(ACTOR), LEVEL),
        )
        for verb in ("go", "stand", "withdraw", "enter", "leave", "back_target", "step_on_mark")
    ),
    rule(
        "return_to_place",
        needs("return_to_place.level", any_of(level(ACTOR).is_(LEVEL), level(ACTOR).is_("steps")), "堂上堂下不可徑至：須升降由階", "hall and court are joined by the steps alone"),
        sets(loc(ACTOR), PLACE),
        sets(level(ACTOR), LEVEL),
    ),
    rule(
        "go_up",
        needs("go_up.below", level(ACTOR).is_in("court", "steps"), "在堂下方可升", "one goes up from below"),
        needs("go_up.after", level(AFTER).is_in("steps", "hall"), "先升者已在階，後者方從", "he who follows waits until the other is on the steps"),
        sets(loc(ACTOR), PLACE),
        sets(level(ACTOR), LEVEL),
    ),
    rule(
        "go_down",
        needs("go_down.above", level(ACTOR).is_in("hall", "steps"), "在堂上方可降", "one goes down from above"),
        needs("go_down.after", level(AFTER).is_in("steps", "court"), "先降者已在階，後者方從", "he who follows waits until the other is on the steps"),
        needs("go_down.shot", arrows(ACTOR).is_(0), "四矢既發方降", "an archer goes down when his four arrows are shot"),
        sets(loc(ACTOR), PLACE),
        sets(level(ACTOR), LEVEL),
    ),
    # --- arming and disarming ---
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
    # --- shooting ---
    rule(
        "shoot",
        needs("shoot.on_mark", loc(ACTOR).is_("mark"), "履物而後射", "one shoots from one's mark"),
        needs("shoot.bared", sleeve(ACTOR).is_("bared"), "袒而後射", "one shoots with the arm bared"),
        needs("shoot.gear", gear(ACTOR), "決遂而後射", "one shoots with ring and guard on"),
        needs("shoot.bow", bow(ACTOR).is_("strung"), "執張弓而後射", "one shoots with a strung bow"),
        needs("shoot.arrows", arrows(ACTOR) > 0, "手中尚有矢（乘矢）", "an arrow is left (four each)"),
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
    # --- the penalty and the horses ---
    rule("wash", sets(CUP, if_(OBJECT.is_("penalty_cup"), "washed", CUP))),
    rule(
        "pour",
        needs("pour.washed", only(OBJECT.is_("penalty_cup"), CUP.is_("washed")), "洗而後酌", "the cup is washed before it is filled"),
        sets(CUP, if_(OBJECT.is_("penalty_cup"), "full", CUP)),
    ),
    rule(
        "drink",
        needs("drink.full", only(OBJECT.is_("penalty_cup"), CUP.is_("full")), "觶已酌", "the cup is full"),
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
