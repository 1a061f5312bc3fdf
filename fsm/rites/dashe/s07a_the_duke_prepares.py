"""大射儀 公及賓諸公卿大夫皆射 (DS2-07), the preparations: until the duke goes to his mark.

Guest and dukes come down, the men go to the targets, the lane is swept, duke and guest are told, the
duke’s gear is brought: all at one time (盛世佐: 皆一時事).  Then the guest waits and the targets are left.
"""

from __future__ import annotations

from collections.abc import Sequence

from fsm.readings import Note, dispute, held
from fsm.rites.dashe.people import bearers, director, markers, markers_as_bearers, marshal, order, vice_marshal
from fsm.rites.dashe.s01_three_pairs_shoot import marshal_arms, marshal_orders_targets_cleared, targets_cleared
from fsm.rites.dashe.s06_shooting_counted import bow_laid_down, same_men_return
from fsm.score import (
    EMPTY, Actor, Score, Step, as_before, block, law, manner, nothing, overlapping, passage, property_, reading, seq,
    together, unsaid,
)

duke, guest = Actor("duke"), Actor("guest")
chief = Actor("chief_archer_officer")
overseer = Actor("chief_archer_officer", office="overseer")
"""One man: 大射正 is 司正 outside the shooting of the duke."""
ring_officer, bow_officer = Actor("archer_officer.1"), Actor("archer_officer.2")
chief_attendant, sweepers = Actor("chief_attendant"), Actor("sweepers")


# --- the guest, and those of rank --------------------------------------------------------------------------------

first_descent = reading("DS-22",
    one=passage("DS2-07", "001 賓降取弓矢于堂西", nothing("總目，行於 022 至 026", "heading, carried out at 022 to 026"), name="賓降"),
    two=passage("DS2-07",
        "001 賓降取弓矢于堂西", seq(guest.go_down(to="west_steps_foot", by="west_steps"), unsaid(guest.go(to="west_of_hall"), by="hao"),
                                   guest.take("bow_and_arrows", at="west_of_hall"), unsaid(guest.go_up(to="west_head", by="west_steps"), by="zheng jia ao")),
        name="賓降"))


def seniors_come_down(seniors: Sequence[str]) -> Score:
    """Dukes and ministers, to the place kept for them south of the three pairs."""
    all_of_them = Actor(*seniors)
    absent = nothing("此處無諸公卿與射", "neither grandee nor minister shoots in this cast")
    return passage("DS2-07",
        "002 諸公卿則適次",    seq(unsaid(all_of_them.go_down(to="west_steps_foot", by="west_steps"), by="ao"), all_of_them.go(to="booth")) if seniors else absent,
        "003 繼三耦以南",     all_of_them.stand(to="pairs_south") if seniors else absent,
        name="諸公卿適次")


guest_arms = passage("DS2-07",
    "021 公將射",         nothing("重言 004 之節", "the moment of 004, said again"),
    "022 則賓降",         guest.go_down(to="west_steps_foot", by="west_steps"),
    "023 適堂西",         guest.go(to="west_of_hall"),
    "024 袒決遂",         seq(guest.bare(at="west_of_hall"), guest.gear_up(at="west_of_hall")),
    "025 執弓",          guest.take_bow("bow_and_arrows", at="west_of_hall"),
    "026 搢三挾一個",      guest.belt_three_hold_one("arrow", at="west_of_hall"),
    name="賓袒決遂執弓")

guest_waits = passage("DS2-07",
    "027 升自西階",       seq(guest.go_up(to="west_head", by="west_steps"), law("go_up.told")),
    "028 先待于物北",      seq(guest.wait(at="marks_north"), law("go.guest_first")),
    "029 北一笴",         property_("賓待於物北一笴（三尺）", "the guest waits one arrow-shaft, three chi, north of the mark", thing="marks", guest_waits_north_of_it="one arrow-shaft", chi=3),
    "030 東面立",         guest.stand(to="marks_north", facing="east"),
    name="賓待于物北")


# --- the targets and the lane ------------------------------------------------------------------------------------

def backs_target(who: Actor) -> Score:
    """Banner in hand, before the target."""
    return seq(who.take("banner"), who.back_target("banner", to="target", facing="north"), manner(who.wait()))


targets_backed = passage("DS2-07",
    "004 公將射",         nothing("以下至 020 之節", "the moment of all that follows, to 020"),
    "005 則司馬師命負侯",   order(vice_marshal, bearers, "back_target", "執旌以負侯"),
    "006 皆執其旌以負其侯而俟", together(
        reading("DS-08",
            bearers=seq(reading("DS-01", same_men=EMPTY, six_men=unsaid(markers.hand_over("banner", to=bearers, at="screen"), by="sheng")), backs_target(bearers)),
            markers=backs_target(markers_as_bearers)),
        passage("DS2-07", "007 司馬師反位", vice_marshal.return_to_place(to="marshal_south", facing="east"), name="司馬師反位")),
    name="執旌負侯")

lane_swept = passage("DS2-07", "008 隸僕人掃侯道", sweepers.sweep("lane", at="lane"), name="掃侯道")


# --- duke and guest are told -------------------------------------------------------------------------------------

def tells_guest(**facing: str) -> Step:
    """From east of the west steps; west, if the guest is below."""
    return director.report(to=guest, at="east_of_west_steps", what="duke_shoots", **facing)


duke_and_guest_told = passage("DS2-07",
    "009 司射去扑",       seq(director.lay_off_rod("rod"), law("report.no_rod")),
    "010 適阼階下",       director.go(to="east_steps_foot"),
    "011 告射于公",       director.report(to=duke, at="east_steps_foot", facing="north", what="duke_shoots"),
    "012 公許",          seq(duke.grant(to=director, for_="duke_shoots"), law("report.duke_granted", "take.duke_granted", "go.duke_granted")),
    "013 適西階東",       director.go(to="east_of_west_steps"),
    "014 告于賓",         reading("DS-22",
                            one=seq(tells_guest(facing="west"), law("report.guest_there")),
                            two=tells_guest()),
    "015 遂搢扑",         director.belt_rod("rod"),
    "016 反位",          director.return_to_place(to="director_place", facing="east"),
    name="告射")


# --- the duke’s gear ---------------------------------------------------------------------------------------------

bow_brought = passage("DS2-07",
    "018 一小射正授弓",    reading("DS-25",
                            give=seq(unsaid(chief.go_up(to="east_side_hall"), by="zheng"), bow_officer.hand_over("bow", to=chief, at="east_side_hall")),
                            receive=bow_officer.receive("bow", at="east_side_hall", from_="staff")),
    "019 拂弓",          bow_officer.tend_gear("bow", at="east_side_hall", for_="duke"),
    name="授弓拂弓")

gear_brought = passage("DS2-07",
    "017 小射正一人取公之決拾于東坫上", seq(unsaid((ring_officer + bow_officer).go_up(to="east_side_hall"), by="sheng"),
                                     together(ring_officer.take("ring_and_guard", at="shelf"), bow_brought)),
    "020 皆以俟于東堂",    (ring_officer + bow_officer).wait(at="east_side_hall"),
    name="俟于東堂")


# --- the targets are left ----------------------------------------------------------------------------------------

marshal_at_marks = seq(
    passage("DS2-07",
        "031 司馬升",         seq(as_before("司馬升", marshal_arms), marshal.go_up(to="west_head", by="west_steps")),
        "032 命去侯如初",      as_before("命去侯如初", marshal_orders_targets_cleared, without=["DS2-01-035"]),
        name="命去侯"))

marshal_leaves = passage("DS2-07",
    "033 還右",          reading("DS-29",
                            round_the_duke=seq(marshal.go(to="marks_south"), marshal.go(to="marks_north", via="behind_lower")),
                            round_the_right_mark=seq(marshal.go(to="marks_south"), marshal.go(to="right_mark", via="right_of_mark"))),
    "034 乃降",          marshal.go_down(to="west_steps_foot", by="west_steps"),
    "035 釋弓",          bow_laid_down,
    "036 反位",          seq(marshal.return_to_place(to="marshal_place"), law("go.marshal_down")),
    name="還右降")


def duke_prepares(seniors: Sequence[str]) -> Score:
    """All that goes before; the marshal is expected back in his place before the duke is ready."""
    ready = passage("DS2-07", "026 搢三挾一個", reading("DS-24",
        west_of_hall=EMPTY, west_of_steps=unsaid(guest.stand(to="west_of_west_steps", facing="east"), by="hao")), name="賓立階西")
    at_one_time = (seniors_come_down(seniors), targets_backed, lane_swept, duke_and_guest_told, gear_brought)
    answered = passage("DS2-07", "032 命去侯如初", reading("DS-08",
        bearers=as_before("命去侯如初", targets_cleared), markers=as_before("命去侯如初", same_men_return(markers_as_bearers))), name="去侯")
    return seq(
        reading("DS-22",
            one=seq(first_descent, block("PREPARE", together(seq(guest_arms, ready), *at_one_time), english="all is made ready at one time")),
            two=seq(block("PREPARE", together(first_descent, *at_one_time), english="all is made ready at one time"), guest_arms)),
        guest_waits,
        marshal_at_marks,
        overlapping(marshal_leaves, answered))


DISPUTES = (
    dispute(
        "DS-22", "DS2-07-001", "賓降一次、兩次", "whether the guest goes down once or twice",
        held("two", "zheng jia ao", "先降取弓矢，復升以俟；公將射，又降而袒決遂", "he fetches bow and arrows, goes up with them to wait, and comes down again to arm"),
        held("one", "hao sheng", "一降而已，前言之者與下為節", "he comes down once; the first mention only marks the moment")),
    dispute(
        "DS-23", "DS2-07-008", "隸僕人", "who the sweepers are",
        held("convicts", "hao", "司隸之屬", "of the overseer of convicts"),
        held("palace_sweepers", "sheng", "《周禮》隸僕", "of the sweepers of the palace"),
        note=Note("為誰皆不改所行", "who they are changes no act")),
    dispute(
        "DS-24", "DS2-07-014", "告賓時賓所在", "where the guest is when he is told",
        held("west_of_hall", "sheng", "賓在堂西，司射西面告之", "west of the hall; the director faces west"),
        held("west_of_steps", "hao", "賓立西階下之西，東面", "below and west of the west steps, facing east")),
    dispute(
        "DS-25", "DS2-07-018", "授弓、受弓", "whether the bow is handed over or received",
        held("give", "zheng hao", "「授」如字：授大射正", "handed to the chief archer-officer, as it stands"),
        held("receive", "ao sheng", "「授」當作「受」：受於有司", "read “received”: from its keeper")),
    dispute(
        "DS-26", "DS2-07-018", "大射正、小射正人數", "how many chief and lesser archer-officers there are",
        held("one_chief", "sheng", "大射正一人，其餘皆小射正", "one chief, the others all lesser"),
        held("one_chief_one_director", "jia", "大射正、司射各一人，小射正不止一人", "one chief, one director, several lesser"),
        held("two_chiefs", "ao", "大射正二人，小射正四人", "two chiefs and four lesser"),
        note=Note("諸說皆以大射正一人、小射正二人行此", "one chief and two lesser act here on every count")),
    dispute(
        "DS-27", "DS2-07-020", "東堂", "where the east side-hall is",
        held("beside_the_seat", "hao", "堂上之東，君席之側", "in the east of the hall, beside the duke’s seat"),
        held("east_of_the_wall", "sheng", "東序之東", "east of the east wall"),
        note=Note("皆俟於東堂", "both wait “at the east side-hall”")),
    dispute(
        "DS-28", "DS2-07-029", "物北一笴", "how far from the mark the guest waits",
        held("one_shaft", "ao", "物北空一笴之地", "a shaft’s length left free north of it"),
        held("right_mark", "hao", "右物之北", "north of the right mark"),
        note=Note("二說可並存：右物北一笴", "the two do not exclude each other: a shaft north of the right mark")),
    dispute(
        "DS-29", "DS2-07-033", "還右", "round what the marshal goes",
        held("round_the_duke", "zheng", "還君之右，猶出下射之南而還其後", "the duke’s right: south of the lower mark and round behind it, as before"),
        held("round_the_right_mark", "ao hao sheng", "圍右物，不還左物", "the right mark only, not the duke’s")),
)
