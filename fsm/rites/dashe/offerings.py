"""大射 DS2-11 獻獲者之屬 and DS2-12 獻釋獲者 as one part: those who served the shooting are offered the cup.

It begins when the losers have drunk: the director armed at his place, rod in his belt; the men back at the
targets, banner in hand; the markers at the screens.
"""

from __future__ import annotations

from fsm.readings import Note, dispute, held
from fsm.rites.dashe import s11_markers_thanked as s11
from fsm.rites.dashe import s12_tally_officer_thanked as s12
from fsm.rites.dashe.company import Company
from fsm.rites.dashe.people import TARGETS
from fsm.rites.part import Part
from fsm.rules import ACTOR, Rule, needs, rule, sets
from fsm.score import seq
from fsm.terms import any_of, if_
from fsm.vocabulary.rules.cups import cup_clean
from fsm.vocabulary.rules.offerings import libations
from fsm.vocabulary.rules.registers import OBJECT, WHAT, loc, only, rod
from fsm.world import Register

MEN = (
    *(f"marker.{t}" for t in TARGETS), *(f"banner_bearer.{t}" for t in TARGETS),
    "sweepers", "measurer", "carriage_officer",
)
"""All who may be served at the targets."""

THREE = 3
"""The places at a target where each offers: right, left, middle."""

STANDING = {
    "archery_director": "director_place", "marshal": "marshal_place", "vice_marshal": "court", "tally_officer": "holder_west",
    **{f"banner_bearer.{t}": "target" for t in TARGETS}, **{f"marker.{t}": "screen" for t in TARGETS},
    **dict.fromkeys(("sweepers", "measurer", "carriage_officer", "stewards_clerk", "sons"), "court"),
}


def rules_of_the_offerings() -> tuple[Rule, ...]:
    """What acts require of the men at the targets, and of the director."""
    at_the_targets = ACTOR.is_in(*MEN)
    beside = loc("stewards_clerk").is_(loc(ACTOR)) & loc("sons").is_(loc(ACTOR))
    return (
        rule("libate",
             needs("libate.food_followed", only(at_the_targets & WHAT.is_("food"), beside), "薦俎從之，乃祭", "food and meat have followed him before he makes the offering")),
        rule("drink",
             needs("drink.all_three", only(at_the_targets, libations(ACTOR).is_(THREE)), "右个左个中皆祭，方卒爵", "he has offered at the right, the left and the middle before he drinks"),
             # 每獻皆洗 (敖繼公): of one cup for all.
             sets(cup_clean(OBJECT), if_(OBJECT.is_(s11.CUP), False, cup_clean(OBJECT)))),
        rule("go_up",
             needs("go_up.no_rod", any_of(~ACTOR.is_("archery_director"), rod("archery_director").is_not("belt")), "扑不升堂", "the rod does not go up to the hall")),
    )


def registers() -> tuple[Register, ...]:
    """How things stand besides the places; what earlier sections keep is theirs, and given here for this stretch alone."""
    yes_no = (False, True)
    served = (*MEN, "tally_officer")
    offerers = ("marshal", "vice_marshal")
    return (
        Register("jars_set", yes_no, False),
        Register(f"cup_at[{s11.CUP}]", ("basket", "steward", *offerers, *MEN), "steward"),
        Register(f"cup_at[{s12.CUP}]", ("basket", "archery_director", "tally_officer"), "basket"),
        *(Register(f"cup_fill[{cup}]", ("empty", "lord", "common"), "empty") for cup in (s11.CUP, s12.CUP)),
        *(Register(f"cup_clean[{cup}]", yes_no, False) for cup in (s11.CUP, s12.CUP)),
        *(Register(f"{name}[{p}]", yes_no, False) for p in served for name in ("offered", "food_served", "stand_served")),
        *(Register(f"libated[{p}]", ("none", "food", "lung", "wine"), "none") for p in served),
        *(Register(f"libations[{p}]", tuple(range(THREE + 1)), 0) for p in MEN),
        Register("lung_taken[tally_officer]", yes_no, False),
        Register("pose[tally_officer]", ("stand", "kneel"), "stand"),
        Register("rod[archery_director]", ("belt", "off", "leaned"), "belt"),
        Register("sleeve[archery_director]", ("covered", "bared"), "bared"),
        Register("gear[archery_director]", yes_no, True),
        Register("bow[archery_director]", ("none", "strung"), "strung"),
    )


def offerings(company: Company, served_first: str) -> Part:
    """DS2-11 and DS2-12; they are the same whoever shoots.

    served_first: the position taken in DS-45; with it 服不 is the one or the other of the two men of the great target.
    """
    tamer = s11.tamer_at_target if served_first == "two" else s11.tamer
    return Part(
        seq(s11.score(), s12.score()),
        standing=STANDING,
        registers=registers(),
        rules=rules_of_the_offerings(),
        groups={"banner_bearer": MEN[3:6], "marker": MEN[:3], "beast_tamer": tamer.persons},
    )


# --- disputes -----------------------------------------------------------------------------------------------------

DISPUTES = (
    dispute(
        "DS-44", "DS2-11-001", "侯之尊為誰設", "for whom the jars are set up",
        held("great_only", "zheng", "專為大侯獲者；其餘酌初設之尊", "for the great target alone; for the others one pours from jars set earlier"),
        held("all_targets", "ao sheng", "為三侯之屬，一地無二尊", "for all of the targets: there are no two stands in one place"),
    ),
    dispute(
        "DS-45", "DS2-11-019", "司馬正獻幾人", "to how many the marshal offers",
        held("two", "zheng", "服不負侯，其徒居乏，相繼而獻；其餘司馬師獻之", "to the tamer, who has his back to the target, and to his man at the screen, one after the other; the vice-marshal to the others"),
        held("one", "ao sheng", "服不一人；其徒及參侯干侯各二人，皆司馬師獻之", "to the tamer alone; his man and two at each other target are the vice-marshal’s"),
        held("one_then_his_man", "zhang", "散惟一，所獻決是一人；其徒在隸僕人巾車後", "to the tamer alone, there being one cup; his man comes after the sweepers and the carriage officer"),
    ),
    dispute(
        "DS-46", "DS2-11-015", "司馬正何時反位", "when the marshal goes back",
        held("after_the_second", "zheng", "獻服不之徒乃反位，此終言之", "when he has offered to the tamer’s man too; it is told here to its end"),
        held("at_once", "ao zhang sheng", "既拜送即反位", "as soon as he has bowed"),
    ),
    dispute(
        "DS-47", "DS2-11-033", "量人與獻否", "whether the measurer is offered the cup",
        held("served", "zheng jia", "不言可知，在巾車之先", "he is, though unnamed, before the carriage officer"),
        held("not_served", "ao", "或不與此獻", "perhaps he is not"),
    ),
    dispute(
        "DS-48", "DS2-11-028", "卒爵何以東面", "why he faces east to drink",
        held("not_for_the_target", "zheng", "不北面，嫌為侯卒爵", "lest he seem to drink for the target"),
        held("a_rule_of_its_own", "ao", "卒爵與受爵不同面，自是一禮", "one drinks facing otherwise than one received: a rule of its own"),
        note=Note("皆東面，惟其故不同", "he faces east on either; only the reason differs"),
    ),
    dispute(
        "DS-49", "DS2-12-004", "釋矢與所酌之尊", "whether the arrow is laid down too, and from which jar he pours",
        held("arrow_and_hall_jar", "ao", "並釋矢；酌上尊", "the arrow too; from the jars on the hall"),
        note=Note("惟此一說；釋矢依之補出", "only one position is held; the laying down of the arrow is supplied"),
    ),
)  # fmt: skip

__all__ = ["DISPUTES", "offerings"]
