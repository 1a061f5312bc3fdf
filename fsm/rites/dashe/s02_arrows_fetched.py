"""大射儀 取矢加于楅 (DS2-02): the arrows are fetched, laid on the rack, counted and checked."""

from __future__ import annotations

from dataclasses import replace

from fsm.rites.dashe.people import (
    attendant, bearers, markers, markers_as_bearers, marshal, order, vice_attendant, vice_marshal,
)
from fsm.rites.dashe.s01_three_pairs_shoot import assent_along_the_way, officers_pass
from fsm.score import (
    EMPTY, Actor, Score, as_before, block, edit_steps, law, loop, manner, nothing, outcome, passage, reading,
    rename, seq, together, unsaid, when,
)
from fsm.vocabulary.rules import SHORT_NOW, gear

marshal_arms_again = passage("DS2-02",
    "001 司馬正袒決遂",    seq(unsaid(marshal.go(to="booth"), by="zheng"), marshal.bare(), marshal.gear_up()),
    "002 執弓",         marshal.take_bow(),
    "003 右挾之",        marshal.hook_string(),
    "004 出",           marshal.leave(to="booth_outside", from_="booth"),
    name="司馬正執弓")

officers_pass_at_report = officers_pass("DS2-02", "005 與司射交于階前", "006 相左")

to_the_middle = passage("DS2-02",
    "008 自右物之後",     marshal.go(to="marks_north", via="behind_right"),
    "009 立于物間",      marshal.stand(to="between_marks"),
    "010 西南面",        manner(marshal.turn(facing="southwest")),
    name="立于物間")

pushes_the_bow = manner(marshal.hold_bow(manner="pushed"))

fetching_ordered = passage("DS2-02",
    "011 揖弓命取矢",    seq(pushes_the_bow,
                          order(marshal, bearers, "fetch_arrows", "取矢"), law("order.hall_empty", "fetch_arrows.ordered")),
    name="命取矢")

marshal_orders_fetching = block("FETCH",
    marshal_arms_again,
    officers_pass_at_report,
    passage("DS2-02", "007 升自西階", marshal.go_up(to="west_head", by="west_steps"), name="升"),
    to_the_middle,
    fetching_ordered,
    english="the marshal orders the arrows fetched")


# --- the men go back to the targets ------------------------------------------------------------------------------

def back_at_the_targets(who: Actor, before: Score = EMPTY) -> Score:
    """The same cry the other way, from the screen to the target, banner in hand; `before` it they come to the screen."""
    persons = dict(zip(bearers.persons, who.persons, strict=True))
    cry = rename(assent_along_the_way, {**persons, "west": "east", "screen": "target", "screen_south": "lane"})
    return passage("DS2-02",
        "012 負侯許諾如初去侯", seq(before, as_before("許諾如初去侯", _of(cry, who))),
        "013 皆執旌",       who.take("banner"),
        "014 以負其侯",      who.back_target("banner", facing="north"),
        "015 而俟",         seq(manner(who.wait()), law("fetch_arrows.pointed_out")),
        name="執旌負侯")


def _of(score: Score, who: Actor) -> Score:
    """The score, its acts done in the office of `who`."""
    return edit_steps(score, lambda step: replace(step, office=who.office))


bearers_return = reading("DS-08",
    markers=back_at_the_targets(markers_as_bearers),
    bearers=back_at_the_targets(bearers, seq(
        unsaid(bearers.go(to="screen"), by="sheng"),
        reading("DS-01", same_men=EMPTY, six_men=unsaid(markers.hand_over("banner", to=bearers), by="sheng")))))


# --- the rack ----------------------------------------------------------------------------------------------------

rack_set = block("RACK", passage("DS2-02",
    "016 司馬正降自西階",  seq(unsaid(seq(marshal.go(to="marks_south"), marshal.go(to="marks_north", via="behind_lower")), by="zheng"),
                          marshal.go_down(to="west_steps_foot", by="west_steps")),
    "017 北面命設楅",     seq(unsaid(marshal.go(to="rack_south"), by="ao hao"),
                          order(marshal, vice_attendant, "set_rack", "設楅", facing="north")),
    "018 小臣師設楅",     together(vice_attendant.set_up("rack", at="mid_court"), passage("DS2-02",
        "019 司馬正東面",     seq(unsaid(marshal.go(to="rack_west"), by="ao hao"), marshal.turn(facing="east")),
        "020 以弓為畢",      manner(marshal.hold_bow(manner="pointer")), name="以弓為畢")),
    "021 既設楅",        law("lay_arrows.rack"),
    name="設楅"), english="the rack is set up")

marshal_lays_down_bow = passage("DS2-02",
    "022 司馬正適次",     marshal.go(to="booth"),
    "023 釋弓",         marshal.lay_down_bow(at="booth"),
    "024 說決拾",        marshal.gear_off(at="booth"),
    "025 襲",          marshal.cover(at="booth"),
    "026 反位",         marshal.return_to_place(to="marshal_place"),
    name="司馬正反位")

arrows_laid = block("LAY", passage("DS2-02",
    "027 小臣坐委矢于楅",  seq(unsaid(attendant.fetch_arrows("arrow"), by="zheng"), manner(attendant.kneel(facing="north")),
                            attendant.lay_arrows("arrow", at="rack")),
    "028 北括",         nothing("矢之向：括在北", "how they lie: nocks to the north"),
    name="委矢"), english="the arrows are laid on the rack")


# --- counting, and fetching again --------------------------------------------------------------------------------

counted = passage("DS2-02",
    "029 司馬師坐乘之",    seq(reading("DS-09", report=EMPTY, gestures=unsaid(vice_marshal.go(to="rack_south"), by="sheng")),
                            manner(vice_marshal.kneel(facing="north")),
                            vice_marshal.count_arrows("arrow", at="rack_south", short=outcome(False, True)),
                            reading("DS-09", report=unsaid(vice_marshal.report(to=marshal, what="arrow_count"), by="ao"), gestures=EMPTY)),
    "030 卒",           law("check_arrows.counted"),
    name="乘矢")

goes_up_again = reading("DS-10",
    in_full=seq(unsaid(marshal.go(to="booth"), by="ao"), marshal.bare(), unsaid(marshal.gear_up(), by="ao"), marshal.take_bow(),
                unsaid(seq(marshal.hook_string(), marshal.leave(to="booth_outside", from_="booth")), by="ao"),
                marshal.go_up(to="west_head")),
    as_written=seq(marshal.bare(), marshal.take_bow(), marshal.go_up(to="west_head")))

comes_down_again = unsaid(seq(
    marshal.go_down(to="west_steps_foot"), marshal.go(to="booth"), marshal.lay_down_bow(),
    when(gear("marshal"), marshal.gear_off()), marshal.cover(), marshal.return_to_place(to="marshal_place")), by="ao")

missing_arrows_fetched = passage("DS2-02",
    "031 若矢不備",       loop(SHORT_NOW, passage("DS2-02",
        "032 則司馬正又袒執弓升", goes_up_again,
        "033 命取矢如初",     as_before("命取矢如初", seq(to_the_middle, pushes_the_bow)),
        "034 曰取矢不索",     order(marshal, bearers, "fetch_arrows", "取矢不索"),
        "035 乃復求矢",       together(seq(attendant.fetch_arrows("arrow"), passage("DS2-02",
            "036 加于楅",         attendant.lay_arrows("arrow", at="rack", short=outcome(False, True)), name="加于楅")),
                                  comes_down_again),
        name="復求矢")),
    "037 卒",           law("check_arrows.full"),
    name="矢不備")

checked = passage("DS2-02",
    "038 司馬正進",       marshal.go(to="rack_south"),
    "039 坐左右撫之",      seq(marshal.kneel(facing="north"), marshal.check_arrows("arrow", at="rack_south")),
    "040 興",           marshal.rise(),
    "041 反位",         marshal.return_to_place(to="marshal_place"),
    name="撫矢")

arrows_fetched = seq(
    marshal_orders_fetching,
    together(bearers_return, seq(
        rack_set,
        together(marshal_lays_down_bow, seq(arrows_laid, block("COUNT", counted, english="the arrows are counted"))),
        missing_arrows_fetched, checked)))
