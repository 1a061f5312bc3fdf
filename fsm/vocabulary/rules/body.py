"""The body: kneeling, rising, taking a seat."""

from __future__ import annotations

from fsm.rules import ACTOR, Rule, needs, rule, sets
from fsm.vocabulary.rules.registers import pose, seated

BODY: tuple[Rule, ...] = (
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
)  # fmt: skip
