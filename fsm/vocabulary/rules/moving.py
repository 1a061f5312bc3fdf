"""Moving: the court and the hall are joined by the steps alone."""

from __future__ import annotations

from fsm.rules import ACTOR, Rule, needs, rule, sets
from fsm.terms import any_of
from fsm.vocabulary.rules.registers import AFTER, LEVEL, PLACE, arrows, level, loc

MOVING: tuple[Rule, ...] = (
    *(
        rule(
            verb,
            needs(f"{verb}.level", any_of(level(ACTOR).is_(LEVEL), level(ACTOR).is_("steps")), "堂上堂下不可徑至：須升降由階", "hall and court are joined by the steps alone"),
            sets(loc(ACTOR), PLACE),
            sets(level(ACTOR), LEVEL),
        )
        for verb in ("go", "stand", "withdraw", "enter", "leave", "return_to_place", "back_target", "step_on_mark")
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
)  # fmt: skip
