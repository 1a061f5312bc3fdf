"""大射儀 公及賓諸公卿大夫皆射 (DS2-07), the duke and the guest: from the mark to their seats again.

The duke is lower shooter (下射), the guest upper.  Ring, bared sleeve, guard, bow and arrow come to the duke in
this order, from the hands of four officers; arrow by arrow he is told how it flew.
"""

from __future__ import annotations

from fsm.readings import dispute, held
from fsm.rites.dashe.people import TARGETS, vice_attendant
from fsm.rites.dashe.s01_three_pairs_shoot import hit_called
from fsm.rites.dashe.s06_shooting_counted import eight_taken_again, rest_laid_back, some_fall_out, with_tallies
from fsm.rites.dashe.s07a_the_duke_prepares import (
    bow_officer, chief, chief_attendant, duke, guest, overseer, ring_officer,
)
from fsm.score import (
    Score, Step, as_before, block, editorial, law, loop, manner, nothing, outcome, passage, property_, reading,
    rename, seq, specifies, together, unsaid, when,
)
from fsm.vocabulary.rules.duke import COUNTED_FLIGHTS, FLOWN, MISSED_FLIGHTS
from fsm.vocabulary.rules.registers import HIT_DUE, arrows, bow, loc

# --- to the mark, and the gear -----------------------------------------------------------------------------------

to_the_mark = together(
    passage("DS2-07", "037 公就物", seq(duke.go(to="mark"), law("go.targets_left")), name="公就物"),
    passage("DS2-07",
        "038 小射正奉決拾以笥", ring_officer.hold("ring_and_guard", with_="box"),
        "039 大射正執弓",     reading("DS-25",
                                give=chief.take_bow("bow"),
                                receive=seq(unsaid(seq(chief.go_up(to="east_side_hall"), bow_officer.hand_over("bow", to=chief, at="east_side_hall")), by="sheng"),
                                            chief.take_bow("bow"))),
        "040 皆以從于物",     (ring_officer + chief).go(to="mark", after=duke),
        name="從于物"))

gear_put_on = block("DRESS", passage("DS2-07",
    "041 小射正坐奠笥于物南", seq(ring_officer.kneel(at="marks_south"), ring_officer.put("box", at="marks_south")),
    "042 遂拂以巾",       ring_officer.tend_gear("ring_and_guard", with_="cloth"),
    "043 取決",          ring_officer.take("ring"),
    "044 興",           ring_officer.rise(),
    "045 贊設決",         seq(ring_officer.assist_dress("ring", to=duke), law("assist_dress.on_mark")),
    "046 朱極三",         seq(ring_officer.assist_dress("finger_tabs", to=duke, n=3), law("assist_dress.tabs_after_ring")),
    "047 小臣正贊袒",      seq(chief_attendant.assist_dress(to=duke, what="bared"), law("assist_dress.ring_first", "bare.ring_first")),
    "048 公袒朱襦",       duke.bare("red_jacket"),
    "049 卒袒",          law("assist_dress.bared_first"),
    "050 小臣正退俟于東堂",  seq(chief_attendant.withdraw(to="east_side_hall"), manner(chief_attendant.wait(at="east_side_hall"))),
    "051 小射正又坐取拾",   seq(ring_officer.kneel(), ring_officer.take("arm_guard")),
    "052 興",           ring_officer.rise(),
    "053 贊設拾",         ring_officer.assist_dress("arm_guard", to=duke),
    "054 以笥退",         ring_officer.withdraw(with_="box"),
    "055 奠于坫上",       ring_officer.put("box", at="shelf"),
    "056 復位",          ring_officer.return_to_place(to="east_side_hall"),
    name="設決袒設拾"), english="ring, bared arm and guard")

bow_handed = block("BOW", passage("DS2-07",
    "057 大射正執弓",      manner(chief.take_bow("bow")),
    "058 以袂順左右隈",     chief.tend_gear("bow_limb", with_="sleeve"),
    "059 上再下壹",       property_("拂弓：上隈再，下隈一", "the bow is wiped twice above and once below", thing="bow", strokes_above=2, strokes_below=1),
    "060 左執弣右執簫",    seq(manner(chief.hold_bow(hand="left", manner="grip")), manner(chief.hold_bow(hand="right", manner="tip"))),
    "061 以授公",         seq(chief.hand_over("bow", to=duke), law("hand_over.guard_first", "hand_over.bow_once")),
    "062 公親揉之",       duke.tend_gear("bow"),
    name="授公弓"), english="the bow is handed to the duke")


# --- arrow by arrow ----------------------------------------------------------------------------------------------

def called_and_tallied(target: str) -> Score:
    """A hit is called by the marker of the target it has hit, then tallied."""
    swapped = {} if target == "near" else {"marker.near": f"marker.{target}", f"marker.{target}": "marker.near"}
    return when(HIT_DUE.is_(target), rename(counted_as_before(with_tallies(hit_called())), swapped))


def counted_as_before(score: Score) -> Score:
    """釋獲皆如初 means the shooting of the duke too (敖繼公)."""
    return passage("DS2-07", "110 釋獲皆如初", as_before("釋獲皆如初", score), name="釋獲如初")


arrow_handed = passage("DS2-07",
    "063 小臣師以巾內拂矢", vice_attendant.tend_gear("arrow", with_="cloth", way="inward", for_="duke"),
    "064 而授矢于公",     seq(vice_attendant.hand_over("arrow", to=duke), law("hand_over.wiped", "hand_over.bow_first")),
    "065 稍屬",         law("hand_over.one_by_one"),
    name="授矢")

chief_behind = when(loc("chief_archer_officer").is_not("marks_north"), passage("DS2-07",
    "066 大射正立于公後",  chief.stand(to="marks_north"), name="立于公後"))


def told(flight: str) -> Score:
    """The duke is told of a miss."""
    return when(FLOWN.is_(flight), chief.report(to=duke, what=f"flew_{flight}", words=MISSED_FLIGHTS[flight]))


flight_told = passage("DS2-07",
    "067 以矢行告于公",    law("shoot.flight_told", "report.flight"),
    "068 下曰留",        told("stay"),
    "069 上曰揚",        told("high"),
    "070 左右曰方",       told("wide"),
    name="告矢行")

dukes_shot: Step = duke.shoot("arrow", flight=outcome(*COUNTED_FLIGHTS, *MISSED_FLIGHTS), target=outcome(*TARGETS))


def duke_shoots() -> Score:
    """One arrow of the duke: bow and arrow are handed to him, and the bow is taken again till the next."""
    more = arrows("duke") > 0
    return seq(
        passage("DS2-07", "072 大射正受弓而俟", when(bow("duke").is_("none"), unsaid(chief.hand_over("bow", to=duke), by="ao")), name="復授弓"),
        together(arrow_handed, chief_behind),
        passage("DS2-07",
            "071 公既發",        dukes_shot,
            name="公發"),
        together(
            seq(*map(called_and_tallied, TARGETS)),
            seq(flight_told, passage("DS2-07", "072 大射正受弓而俟", when(more, chief.receive("bow", from_="duke")), name="受弓而俟"))))


def guest_shoots() -> Score:
    """One arrow of the guest: he steps on the mark for it, and withdraws a shaft’s length (燕禮記)."""
    return passage("DS2-07",
        "073 拾發以將乘矢",   seq(
            unsaid(guest.step_on_mark(to="mark"), by="sheng"),
            guest.shoot("arrow", hit=outcome(True, False)),
            together(
                called_and_tallied("great"),
                seq(when(arrows("guest") > 0, guest.hold_arrow(n=1)), unsaid(guest.withdraw(to="marks_north", facing="east"), by="sheng")))),
        name="賓發")


def four_each() -> Score:
    """By turns; who begins is disputed."""
    lord, other = duke_shoots(), reading("DS-21", centre=guest_shoots(), stays=some_fall_out(guest_shoots()))
    return seq(
        passage("DS2-07", "063 小臣師以巾內拂矢", unsaid(vice_attendant.go_up(to="marks_north"), by="sheng"), name="小臣師升"),
        block("DUKE_SHOOTS", passage("DS2-07",
            "073 拾發以將乘矢",   reading("DS-30", duke_first=loop(arrows("duke") > 0, lord, other), guest_first=loop(arrows("guest") > 0, other, lord)),
            "074 公卒射",        manner(duke.finish(content="shooting")),
            name="拾發"), english="duke and guest shoot by turns"))


# --- the gear is taken from him ----------------------------------------------------------------------------------

gear_taken = block("UNDRESS", together(
    passage("DS2-07",
        "075 小臣師以巾退",    vice_attendant.withdraw(with_="cloth"),
        "076 反位",          seq(unsaid(vice_attendant.go_down(to="east_of_hall"), by="sheng"), vice_attendant.return_to_place(to="east_of_hall")),
        name="小臣師退"),
    passage("DS2-07",
        "077 大射正受弓",      seq(chief.receive("bow", from_="duke"), law("receive.bow", "assist_dress.bow_down"), unsaid(chief.hand_over("bow", to="staff", at="east_side_hall"), by="zheng")),
        "081 大射正退",       reading("DS-31", moved=chief.withdraw(), in_place=chief.withdraw(), later=nothing("從 082", "goes with 082")),
        "082 反司正之位",      reading("DS-31",
                                moved=seq(unsaid(chief.go_down(to="west_steps_foot"), by="sheng"), chief.return_to_place(to="director_south")),
                                in_place=seq(unsaid(chief.go_down(to="west_steps_foot"), by="ao"), chief.return_to_place(to="overseer_place")),
                                later=nothing("此文當在三射之後", "these words belong after the third shooting")),
        name="大射正受弓退"),
    seq(
        passage("DS2-07",
            "078 小射正以笥受決拾", seq(unsaid(duke.gear_off(), by="ao"), ring_officer.receive("ring_and_guard", from_="duke", with_="box"), law("receive.gear_off", "assist_dress.gear_off")),
            name="受決拾"),
        # Received, ring and guard are off, whether or not that was said.
        together(
            passage("DS2-07",
                "079 退奠于坫上",      seq(ring_officer.withdraw(), ring_officer.put("box", at="shelf")),
                "080 復位",          reading("DS-32",
                                        west=seq(unsaid(ring_officer.go_down(to="west_steps_foot"), by="sheng"), ring_officer.return_to_place(to="west_side")),
                                        east_side_hall=ring_officer.return_to_place(to="east_side_hall")),
                name="奠決拾"),
            passage("DS2-07", "083 小臣正贊襲", chief_attendant.assist_dress(to=duke, what="covered"), name="贊襲")))),
    english="bow and gear are taken from the duke")

seats_again = seq(
    passage("DS2-07",
        "084 公還",          duke.turn(at="east_head"),
        "085 而後賓降",       seq(guest.go_down(to="west_steps_foot", by="west_steps"), law("go_down.duke_first")),
        "086 釋弓于堂西",      seq(editorial(unsaid(guest.go(to="west_of_hall"))), guest.lay_down_bow(at="west_of_hall"),
                                unsaid(seq(guest.gear_off(at="west_of_hall"), guest.cover(at="west_of_hall")), by="ao")),
        "087 反位于階西",      guest.return_to_place(to="west_of_west_steps"),
        "088 東面",          specifies(facing="east"),
        name="公還賓降"),
    passage("DS2-07",
        "089 公即席",         duke.take_seat(to="ruler_seat"),
        "090 司正以命升賓",    seq(overseer.call_up(to=guest, for_="seat"), law("call_up.duke_seated")),
        "091 賓升",          guest.go_up(to="west_head", by="west_steps"),
        "092 復筵",          guest.take_seat(to="guest_seat"),
        name="即席復筵"))


def duke_and_guest_shoot(others_follow: bool) -> Score:
    """From the mark to the seats.  Eight tallies are taken before; what is left is laid back, if others shoot after."""
    again = seq(gear_taken, seats_again)
    return seq(
        together(seq(to_the_mark, gear_put_on, bow_handed), counted_as_before(eight_taken_again)),
        four_each(),
        together(again, counted_as_before(rest_laid_back)) if others_follow else again)


DISPUTES = (
    dispute(
        "DS-30", "DS2-07-073", "公與賓孰先發", "whether duke or guest shoots first",
        held("duke_first", "zheng sheng", "公雖下射而先發，不留尊也", "the duke, though lower shooter: he is not kept waiting"),
        held("guest_first", "ao", "賓先公後，如其他上下射", "the guest, as other upper archers do")),
    dispute(
        "DS-31", "DS2-07-082", "司正之位", "where the overseer’s place is, and whether he goes back to it now",
        held("moved", "sheng", "位亦遷於司射之南", "it had been moved south of the director’s"),
        held("in_place", "ao", "射時其位自若", "where it was; it is not moved for the shooting"),
        held("later", "hao", "此句當在三射畢之後", "the words belong after the third shooting")),
    dispute(
        "DS-32", "DS2-07-080", "小射正復位", "where the archer-officer goes back to",
        held("west", "sheng", "事畢，反西方之位", "to the west side, his work being done"),
        held("east_side_hall", "hao", "復立於東堂", "to the east side-hall")),
)
