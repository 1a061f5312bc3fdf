"""The registers that rules read and write, and the variables of acts.

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

from collections.abc import Callable

from fsm.terms import Reg, Term, Var, any_of, if_, term

AFTER, CONTENT, FALL, FOR, HIT, LEVEL, N, OBJECT, PARTNER, PLACE, SHORT, SIDE, STATE, TARGET, TEAM, TO, WHAT = map(
    Var, ("after", "content", "fall", "for", "hit", "place_level", "n", "object", "partner", "place", "short", "side", "state", "own_target", "team", "addressee", "what")
)
"""Details of an act; `team` is a fact of the actor: the side, right or left, that he throws or shoots for."""


def owned(name: str) -> Callable[[object], Term]:
    """The register of that name, once its owner is given."""
    return lambda owner: Reg(name, term(owner))


seated, pose, arrows, in_hand, laid, counted, horses, told = map(owned, (
    "seated", "pose", "arrows", "in_hand", "laid", "counted", "horses", "told",
))
POT_SET, HOLDER_SET, READY = Reg("pot_set"), Reg("holder_set"), Reg("ready")
TALLY_DUE, LAST, RESULT, CUP, CONGRATULATED = map(Reg, ("tally_due", "last", "result", "cup", "congratulated"))

loc, level, sleeve, gear, bow, nocked, rod, ordered = map(owned, (
    "loc", "level", "sleeve", "gear", "bow", "nocked", "rod", "ordered",
))
HIT_DUE, TURN, WARNED, ACKNOWLEDGED = map(Reg, ("hit_due", "turn", "warned", "acknowledged"))
RACK_SET, ARROWS_LAID, SHORT_NOW, COUNTED = map(Reg, ("rack_set", "arrows_laid", "short", "counted_arrows"))


def only(test: Term, guard: Term) -> Term:
    """The guard, required only where the test holds."""
    return any_of(~test, guard)


def other(side: Term) -> Term:
    """The opposite side."""
    return if_(side.is_("right"), "left", "right")
