"""Cups: washed, filled, carried, drunk, put down; the bows that go with them; the penalty cup on its stand.

Registers (k a cup, p a person):

    cup_at[k]     a person who holds it, or the place where it stands
    cup_fill[k]   empty, lord (from the ruler’s jar), common (from the common jar)
    cup_clean[k]  washed since it was taken from the basket
    owed[p]       by whom a bow of p is still to be answered, or none
    stand_set     the stand for the penalty cup has been set up
    drunk[p]      p has drunk his penalty

A cup that a rite does not keep in mind has no registers, and nothing is said of it.
"""

from __future__ import annotations

from fsm.rules import ACTOR, Rule, needs, rule, sets
from fsm.terms import Reg, Term, Var, any_of, if_, term
from fsm.vocabulary.rules.registers import (
    CONTENT, FOR, OBJECT, PLACE, RESULT, STATE, TEAM, TO, bow, level, only, sleeve,
)

COMPLETING, FROM = Var("completing"), Var("from")
"""Details: whether the act is carried through (a bow below that is declined is not; a first draught neither);
whence a thing is taken, or from which jar a cup is filled."""

BASKET, STAND_TOP, STAND_FOOT = "basket", "cup_stand.top", "cup_stand.foot"
PENALTY_CUPS = ("stand_cup", "duke_penalty_ivory")
"""What the losers drink from: the goblet on the stand, and the duke’s own."""

STANDS_AT = (BASKET, STAND_TOP, STAND_FOOT, "food_south", "food_east", "food_west", "basin")
"""Places where a cup may stand, free for whoever takes it."""


def cup_at(cup: object) -> Term:
    """Who holds the cup, or where it stands."""
    return Reg("cup_at", term(cup))


def cup_fill(cup: object) -> Term:
    """What is in the cup."""
    return Reg("cup_fill", term(cup))


def cup_clean(cup: object) -> Term:
    """Whether the cup has been washed since it left the basket."""
    return Reg("cup_clean", term(cup))


def owed(person: object) -> Term:
    """Who has still to answer a bow of his."""
    return Reg("owed", term(person))


def drunk(person: object) -> Term:
    """Whether he has drunk his penalty."""
    return Reg("drunk", term(person))


STAND_SET = Reg("stand_set")

HELD, FULL = cup_at(OBJECT).is_(ACTOR), cup_fill(OBJECT).is_not("empty")
UNANSWERED_NONE = owed(ACTOR).is_("none")
ONE_SIDE_WON = RESULT.is_in("right", "left")
WON, PENALTY = TEAM.is_(RESULT), OBJECT.is_in(*PENALTY_CUPS)

CUPS: tuple[Rule, ...] = (
    # --- the cup ---
    rule(
        "wash",
        needs("wash.cup_free", any_of(HELD, cup_at(OBJECT).is_in(*STANDS_AT)), "爵不在他人之手，方可洗", "the cup is in no other man’s hand"),
        needs("wash.cup_empty", ~FULL, "爵虛方洗", "a cup is washed when it is empty"),
        sets(cup_at(OBJECT), ACTOR),
        sets(cup_clean(OBJECT), True),
    ),
    rule(
        "pour",
        needs("pour.cup_held", HELD, "執爵方酌", "he who fills the cup holds it"),
        needs("pour.cup_clean", cup_clean(OBJECT), "洗而後酌", "the cup is washed before it is first filled"),
        needs("pour.cup_empty", ~FULL, "爵虛方酌", "a cup is filled when it is empty"),
        needs("pour.at_the_jars", only(FROM.is_in("ruler_jar", "common_jar"), level(ACTOR).is_("hall")), "尊在堂上，升而後酌", "the jars stand on the hall"),
        sets(cup_fill(OBJECT), if_(FROM.is_("ruler_jar"), "lord", "common")),
    ),
    rule(
        "take",
        needs("take.cup_there", cup_at(OBJECT).is_(FROM), "爵在其所，方取", "the cup stands where it is taken from"),
        sets(cup_at(OBJECT), ACTOR),
    ),
    rule(
        "put",
        needs("put.cup_held", HELD, "執爵方奠", "he who puts the cup down holds it"),
        needs("put.stand_set", only(PLACE.is_in(STAND_TOP, STAND_FOOT), STAND_SET), "豐既設，方奠觶", "the stand is set up before the cup is put there"),
        needs("put.full_on_top", only(PLACE.is_(STAND_TOP), FULL), "既實，奠于豐上", "the cup set on the stand is full"),
        needs("put.empty_below", only(PLACE.is_in(STAND_FOOT, BASKET), ~FULL), "卒爵而後奠于豐下、奠于篚", "the cup put below the stand, or into the basket, is empty"),
        sets(cup_at(OBJECT), PLACE),
        sets(cup_clean(OBJECT), if_(PLACE.is_(BASKET), False, cup_clean(OBJECT))),
    ),
    rule(
        "hand_over",
        needs("hand_over.cup_held", HELD, "執爵方授", "he who hands the cup over holds it"),
        sets(cup_at(OBJECT), TO),
    ),
    rule(
        "receive",
        needs("receive.cup_there", any_of(HELD, cup_at(OBJECT).is_(FROM)), "授者執爵，方受", "it is received from him who holds it"),
        sets(cup_at(OBJECT), ACTOR),
    ),
    rule(
        "offer_cup",
        needs("offer_cup.cup_held", HELD, "執爵方獻", "he who offers the cup holds it"),
        needs("offer_cup.cup_full", FULL, "實爵方獻", "the cup is filled before it is offered"),
    ),
    rule(
        "present_cup",
        needs("present_cup.cup_held", HELD, "執爵方致", "he who presents the cup holds it"),
        needs("present_cup.cup_full", FULL, "實爵方致", "the cup is filled before it is presented"),
        # Set down by his food, it is his to take up.
        sets(cup_at(OBJECT), TO),
    ),
    rule(
        "libate",
        needs("libate.cup_held", cup_at(FROM).is_(ACTOR), "執爵方祭酒", "he who makes the offering of wine holds the cup"),
        needs("libate.cup_full", cup_fill(FROM).is_not("empty"), "未飲方祭酒", "the offering of wine is made before the cup is drunk"),
    ),
    rule(
        "drink",
        needs("drink.cup_held", HELD, "執爵方飲", "he who drinks holds the cup"),
        needs("drink.cup_full", FULL, "爵既實，方飲", "the cup has been filled"),
        needs("drink.lords_wine", only(ACTOR.is_("duke"), cup_fill(OBJECT).is_("lord")), "公飲膳尊之酒", "the duke drinks of his own jar"),
        needs("drink.bow_answered", UNANSWERED_NONE, "答拜而後飲", "his bow has been answered"),
        sets(cup_fill(OBJECT), "empty"),
        sets(cup_fill(OBJECT), if_(COMPLETING, "empty", cup_fill(OBJECT))),
    ),
    # --- bows ---
    rule("bow", sets(owed(ACTOR), TO), sets(owed(ACTOR), if_(COMPLETING, TO, owed(ACTOR)))),
    rule(
        "bow_in_return",
        needs("bow_in_return.owed", owed(TO).is_(ACTOR), "拜而後答拜", "there is a bow to be answered"),
        sets(owed(TO), "none"),
    ),
    rule("decline", needs("decline.bow_below", only(FOR.is_("bow_below"), level(TO).is_("court")), "拜于堂下，方辭", "a bow is declined when it is made below the hall")),
    rule("go_down", needs("go_down.bow_answered", UNANSWERED_NONE, "答拜而後降", "his bow has been answered before he goes down")),
    # --- the penalty ---
    rule("order", needs("order.one_side_won", only(CONTENT.is_("set_cup_stand"), ONE_SIDE_WON), "有勝負方設豐", "the cup stand is ordered only if one side has won")),
    rule("set_up", sets(STAND_SET, if_(OBJECT.is_("cup_stand"), True, STAND_SET))),
    rule(
        "take_bow",
        needs("take_bow.by_result", STATE.is_(if_(WON, "strung", "unstrung")), "勝者執張弓，不勝者執弛弓", "winners take strung bows, losers unstrung ones"),
        sets(bow(ACTOR), if_(STATE.is_("unstrung"), "unstrung", "strung")),
    ),
    rule("hold_bow", needs("hold_bow.state", bow(ACTOR).is_(STATE), "所執之弓，張弛如命", "the bow in hand is strung or unstrung as ordered")),
    rule("leave", needs("leave.loser_covered", only(bow(ACTOR).is_("unstrung"), sleeve(ACTOR).is_("covered")), "不勝者襲", "he who carries an unstrung bow is covered")),
    rule(
        "drink",
        needs("drink.loser", only(PENALTY, ONE_SIDE_WON & TEAM.is_not(RESULT)), "不勝者飲，勝者不飲", "the losing side drinks, the winners do not"),
        needs("drink.once", only(PENALTY, ~drunk(ACTOR)), "每人一爵", "each drinks once"),
        needs("drink.bow_unstrung", only(PENALTY, bow(ACTOR).is_not("strung")), "飲射爵者不執張弓", "nobody drinks the penalty with a strung bow in hand"),
        sets(drunk(ACTOR), if_(PENALTY, True, drunk(ACTOR))),
        sets(drunk(ACTOR), if_(PENALTY & COMPLETING, True, drunk(ACTOR))),
    ),
    rule(
        "clear_away",
        needs("clear_away.cup_empty", ~FULL, "卒爵而後徹", "the cup has been drunk before it is cleared away"),
        sets(STAND_SET, if_(OBJECT.is_("cup_stand"), False, STAND_SET)),
        sets(cup_at(OBJECT), ACTOR),
    ),
)  # fmt: skip
