"""Offering the cup and the food with it (獻, 薦, 祭): who was offered what, and what he has offered up of it.

    offered[p]        the cup has been offered to p       food_served[p], stand_served[p]   薦, 俎 are before p
    libated[p]        what p has offered up last: none, food, lung, wine (of one round of offering)
    libations[p]      how often p has offered up wine     lung_taken[p]   p has the lung in hand
    jars_set          the jars of the targets are set up

What becomes of the cup itself is told in `cups`.
"""

from __future__ import annotations


from fsm.rules import ACTOR, Rule, needs, rule, sets
from fsm.terms import Reg, any_of, if_
from fsm.vocabulary.rules.cups import FROM, cup_fill
from fsm.vocabulary.rules.registers import OBJECT, STATE, TO, WHAT, only, pose, owned


offered, food_served, stand_served, libated, libations, lung_taken = map(
    owned, ("offered", "food_served", "stand_served", "libated", "libations", "lung_taken")
)
JARS_SET = Reg("jars_set")

_food, _lung, _wine = WHAT.is_("food"), WHAT.is_("lung"), WHAT.is_("wine")

OFFERINGS: tuple[Rule, ...] = (
    rule("set_up", sets(JARS_SET, if_(OBJECT.is_("target_jars"), True, JARS_SET))),
    rule(
        "pour",
        needs("pour.jars_set", only(FROM.is_("target_jars"), JARS_SET), "既尊侯，方酌", "the jars are set up before anything is poured from them"),
    ),
    # --- the cup ---
    rule("offer_cup", sets(offered(TO), True)),
    rule(
        "receive",
        needs("receive.offered", any_of(offered(ACTOR), cup_fill(OBJECT).is_("empty")), "獻己而後受爵", "a full cup is received by him to whom it was offered"),
        needs("receive.drained", only(STATE.is_("empty"), cup_fill(OBJECT).is_("empty")), "卒爵而後受虛爵", "the cup is taken back when it is empty"),
    ),
    # --- the food ---
    rule(
        "serve",
        needs("serve.offered", offered(TO), "既獻而後薦", "food is served to him to whom the cup was offered"),
        sets(food_served(TO), if_(OBJECT.is_in("food", "dried_meat"), True, food_served(TO))),
        sets(stand_served(TO), if_(OBJECT.is_("meat_stand"), True, stand_served(TO))),
    ),
    rule(
        "take",
        needs("take.stand_served", only(OBJECT.is_("lung"), stand_served(ACTOR)), "俎既設，方取肺", "the meat is set before him when he takes the lung"),
        sets(lung_taken(ACTOR), if_(OBJECT.is_("lung"), True, lung_taken(ACTOR))),
    ),
    # --- offering up ---
    rule(
        "libate",
        needs("libate.kneeling", pose(ACTOR).is_("kneel"), "坐而後祭", "one kneels to make the offering"),
        needs("libate.served", only(_food, food_served(ACTOR) & stand_served(ACTOR)), "薦俎既設而後祭", "food and meat are set before him when he makes the offering"),
        needs("libate.lung_taken", only(_lung, lung_taken(ACTOR)), "取肺而後祭肺", "the lung is taken before it is offered"),
        needs("libate.food_first", only(_wine, libated(ACTOR).is_in("food", "lung")), "先祭薦俎，後祭酒", "food and meat are offered before the wine"),
        sets(libated(ACTOR), WHAT),
        sets(libations(ACTOR), if_(_wine, libations(ACTOR) + 1, libations(ACTOR))),
        sets(lung_taken(ACTOR), if_(_lung, False, lung_taken(ACTOR))),
    ),
    rule("drink", needs("drink.libated", libated(ACTOR).is_("wine"), "祭而後卒爵", "the offering is made before the cup is emptied")),
)  # fmt: skip
