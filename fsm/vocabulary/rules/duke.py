"""The duke shoots: his gear is put on him in its order, his arrows are handed to him one by one, their flight is told."""

from __future__ import annotations


from fsm.rules import ACTOR, Rule, needs, rule, sets
from fsm.terms import Reg, Term, Var, all_of, any_of, if_
from fsm.vocabulary.rules.registers import (
    FOR, HIT_DUE, LEVEL, OBJECT, PLACE, TEAM, TO, TURN, WHAT, arrows, bow, gear, level, loc, nocked, only, sleeve, owned,
)
from fsm.vocabulary.rules.taking import permit
from fsm.vocabulary.rules.tallies import UNTALLIED

FLIGHT, FLOWN_AT, FROM, FACING = map(Var, ("flight", "target", "from", "facing"))
"""Details: how an arrow of the duke flew, at which target, from whom a thing is received, which way one faces."""

COUNTED_FLIGHTS = ("hit", "cords", "glanced", "rebounded")
"""Flights that count for the duke: in the target; caught in its cords; off another thing; struck and rebounded."""

MISSED_FLIGHTS = {"stay": "留", "high": "揚", "wide": "方"}
"""Flights that miss, and the word by which the duke is told: short, over, to one side."""


ring, wiped, told_to_shoot = map(owned, ("ring", "wiped", "told_to_shoot"))
"""ring[p] is on; wiped[p]: the arrow to be handed to p is wiped; told_to_shoot[p]: p knows that the duke will shoot."""

FLOWN = Reg("flown")
"""How the arrow of the duke that has just missed flew, until he is told: none, stay, high, wide."""

_TOLD = all_of(*(only(WHAT.is_(f"flew_{flight}"), FLOWN.is_(flight)) for flight in MISSED_FLIGHTS))
_TELLS = WHAT.is_in(*(f"flew_{flight}" for flight in MISSED_FLIGHTS))

DUKE: tuple[Rule, ...] = (
    # --- gear put on him by others ---
    rule(
        "assist_dress",
        needs("assist_dress.on_mark", loc(TO).is_("mark"), "公既就物，而後贊設", "he is on his mark before the gear is put on him"),
        needs("assist_dress.ring_first", only(WHAT.is_("bared"), ring(TO)), "公先設決而後袒", "the duke’s ring goes on before his arm is bared"),
        needs("assist_dress.tabs_after_ring", only(OBJECT.is_("finger_tabs"), ring(TO)), "設決而後設極", "the finger-tabs go on after the ring"),
        needs("assist_dress.bared_first", only(OBJECT.is_("arm_guard"), sleeve(TO).is_("bared")), "既袒乃設拾", "the arm is bared before the guard goes on"),
        needs("assist_dress.bow_down", only(WHAT.is_("covered"), bow(TO).is_("none")), "受弓而後贊襲", "the bow is taken from him before he is covered"),
        needs("assist_dress.gear_off", only(WHAT.is_("covered"), ~gear(TO)), "受決拾而後贊襲", "ring and guard are off before he is covered"),
        sets(ring(TO), if_(OBJECT.is_("ring"), True, ring(TO))),
        sets(gear(TO), if_(OBJECT.is_("arm_guard"), True, gear(TO))),
        sets(sleeve(TO), if_(WHAT.is_("covered"), "covered", sleeve(TO))),
    ),
    rule("bare", needs("bare.ring_first", ring(ACTOR), "公先設決而後袒", "the duke’s ring goes on before his arm is bared")),
    rule("gear_off", sets(ring(ACTOR), False)),
    # --- bow and arrows handed to him ---
    rule(
        "hand_over",
        needs("hand_over.guard_first", only(OBJECT.is_("bow"), gear(TO)), "設拾而後授弓", "the guard is on before the bow is handed over"),
        needs("hand_over.bow_once", only(OBJECT.is_("bow"), bow(TO).is_("none")), "手中無弓方授弓", "he has no bow yet"),
        needs("hand_over.bow_first", only(OBJECT.is_("arrow"), bow(TO).is_("strung")), "授弓而後授矢", "the bow is handed over before the arrow"),
        needs("hand_over.wiped", only(OBJECT.is_("arrow"), wiped(TO)), "拂矢而後授矢", "the arrow is wiped before it is handed over"),
        needs("hand_over.one_by_one", only(OBJECT.is_("arrow"), ~nocked(TO)), "稍屬：發一矢乃復授一矢", "one arrow at a time, the next when the last is shot"),
        sets(bow(TO), if_(OBJECT.is_("bow"), "strung", bow(TO))),
        sets(nocked(TO), if_(OBJECT.is_("arrow"), True, nocked(TO))),
        sets(wiped(TO), if_(OBJECT.is_("arrow"), False, wiped(TO))),
    ),
    rule(
        "receive",
        needs("receive.bow", only(OBJECT.is_("bow"), bow(FROM).is_not("none")), "手中有弓方受其弓", "he whose bow is received has it in hand"),
        needs("receive.gear_off", only(OBJECT.is_("ring_and_guard"), ~gear(FROM)), "說決拾而後受之", "ring and guard are off before they are received"),
        sets(bow(FROM), if_(OBJECT.is_("bow"), "none", bow(FROM))),
    ),
    rule("tend_gear", sets(wiped(FOR), if_(OBJECT.is_("arrow"), True, wiped(FOR)))),
    # --- his shots ---
    rule(
        "shoot",
        needs("shoot.flight_told", FLOWN.is_("none"), "前矢之行既告", "he has been told how the arrow before flew"),
        sets(HIT_DUE, if_(FLIGHT.is_in(*COUNTED_FLIGHTS), FLOWN_AT, "none")),
        sets(UNTALLIED, if_(FLIGHT.is_in(*COUNTED_FLIGHTS), TEAM, "none")),
        sets(FLOWN, if_(FLIGHT.is_in(*MISSED_FLIGHTS), FLIGHT, "none")),
    ),
    rule(
        "report",
        needs("report.flight", _TOLD, "下曰留，上曰揚，左右曰方", "he is told as the arrow flew: short, over, wide"),
        sets(FLOWN, if_(_TELLS, "none", FLOWN)),
    ),
    # --- taking the marks, and the seats again ---
    rule("step_on_mark", sets(TURN, "right")),
    rule("take_seat", sets(loc(ACTOR), PLACE), sets(level(ACTOR), LEVEL)),
    rule("turn", sets(loc(ACTOR), PLACE), sets(level(ACTOR), LEVEL)),
)  # fmt: skip


def duke_rules(clear: Term, archers: tuple[str, ...], after_the_duke: tuple[str, ...], centre_only: bool) -> tuple[Rule, ...]:
    """What acts require because of who is where: `clear` says that nobody is at the targets.

    centre_only: anything but a full hit counts for the duke at the great target alone.
    """
    if centre_only:
        counts = any_of(FLIGHT.is_("hit"), FLIGHT.is_in(*COUNTED_FLIGHTS) & FLOWN_AT.is_("great"))
        scored: tuple[Rule, ...] = (rule("shoot", sets(HIT_DUE, if_(counts, FLOWN_AT, "none")), sets(UNTALLIED, if_(counts, TEAM, "none"))),)
    else:
        scored = ()
    to_mark = ACTOR.is_("duke") & PLACE.is_("mark")
    shoots = WHAT.is_("duke_shoots")
    granted = permit("duke_shoots")
    return (
        *scored,
        rule("report",
             needs("report.guest_there", only(shoots & TO.is_("guest") & FACING.is_("west"), loc("guest").is_in("west_of_hall", "west_of_west_steps")), "賓在堂西，西面告之", "the guest is already below in the west when he is told, facing west"),
             needs("report.duke_granted", only(shoots & TO.is_("guest"), granted.is_("granted")), "公許而後告于賓", "the guest is told when the duke has consented"),
             needs("report.both_shot", only(WHAT.is_("both_sides_shot"), all_of(*(arrows(p).is_(0) for p in archers))), "左右皆卒射，方告", "both sides have shot all their arrows"),
             sets(granted, if_(shoots & TO.is_("duke"), "asked", granted)),
             sets(told_to_shoot("guest"), if_(shoots, TO.is_("guest"), told_to_shoot("guest")))),
        rule("take", needs("take.duke_granted", only(OBJECT.is_("ring_and_guard"), granted.is_("granted")), "公許而後取其決拾", "the duke has consented before his ring and guard are brought")),
        rule("go_up", needs("go_up.told", only(ACTOR.is_("guest") & bow("guest").is_("strung"), told_to_shoot("guest")), "司射既告，賓乃執弓矢升", "the guest goes up armed when he has been told")),
        # With his bow his four arrows are brought.
        rule("tend_gear", sets(arrows("duke"), if_(OBJECT.is_("bow") & FOR.is_("duke"), 4, arrows("duke")))),
        rule("go",
             needs("go.duke_granted", only(to_mark, granted.is_("granted")), "公許而後就物", "the duke has consented to shoot"),
             needs("go.guest_first", only(to_mark, loc("guest").is_("marks_north")), "賓先待於物北", "the guest already waits north of the mark"),
             needs("go.targets_left", only(to_mark, clear), "既去侯，公乃就物", "the targets are left before the duke takes his mark"),
             needs("go.marshal_down", only(to_mark, level("marshal").is_not("hall")), "司馬正既降，公乃就物", "the marshal is down from the hall before the duke takes his mark")),
        rule("hand_over", sets(TURN, if_(OBJECT.is_("arrow") & TO.is_("duke"), "left", TURN))),
        rule("go_down", needs("go_down.duke_first", only(ACTOR.is_("guest") & bow("guest").is_("strung"), loc("duke").is_not("mark")), "公還而後賓降", "the duke leaves his mark before the guest goes down")),
        rule("call_up", needs("call_up.duke_seated", only(FOR.is_("seat") & TO.is_("guest"), loc("duke").is_("ruler_seat")), "公既即席，乃升賓", "the duke has taken his seat before the guest is called up")),
        rule("step_on_mark", needs("step_on_mark.guest_seated", only(any_of(*map(ACTOR.is_, after_the_duke)), loc("guest").is_("guest_seat")), "賓復筵而後卿大夫繼射", "the guest is on his mat before those of rank shoot")),
    )
