"""大射儀 三耦射 (DS2-01): the pairs shoot for the first time; hits are called and not yet counted."""

from __future__ import annotations

from fsm.rites.dashe.people import (
    Pair, bearer, bearers, director, marker, markers, marshal, order, tally_officer, vice_marshal,
)
from fsm.score import (
    EMPTY, Actor, Score, as_before, block, choice, crossing, editorial, forgoes, law, loop, manner, nothing, outcome,
    overlapping, passage, reading, seq, short_form, together, unsaid, when,
)
from fsm.vocabulary.rules import HIT_DUE, arrows

# --- the men at the targets, and the call ------------------------------------------------------------------------

backs_to_the_targets = passage("DS2-01",
    "002 負侯者皆適侯",    bearers.go(to="target"),
    "003 執旌負侯",       bearers.back_target("banner", facing="north"),
    "004 而俟",          manner(bearers.wait()),
    name="負侯")

call = passage("DS2-01",
    "005 司射適次",       director.go(to="booth", facing="east"),
    "006 作上耦射",       director.call_up(to=Pair(1), facing="east", for_="shoot", words="上耦射"),
    name="作射")

call_over = passage("DS2-01",
    "007 司射反位",       director.return_to_place(to="director_place", facing="east"),
    name="司射反位")


# --- a pair goes up ----------------------------------------------------------------------------------------------

def up(pair: Pair, meeting: Score = EMPTY) -> Score:
    """From the booth to the marks; `meeting` is where it passes the pair coming down."""
    upper, lower = pair.upper, pair.lower
    return block("UP", passage("DS2-01",
        "008 上耦出次",      seq(pair.leave(to="booth_outside", from_="booth"), law("leave.armed")),
        "009 西面揖",        pair.salute(facing="west"),
        "010 進",           pair.go(to="court"),
        "011 上射在左",      nothing("行時孰在左，見 012", "who walks on the left, at 012"),
        "012 並行",         seq(manner(pair.walk_abreast(left=upper)), meeting),
        "013 當階北面揖",    pair.salute(at="west_steps_front", facing="north"),
        "014 及階揖",        pair.salute(at="west_steps_foot"),
        "015 上射先升三等",   upper.go_up(to="west_steps", ahead=3),
        "016 下射從之",      seq(lower.go_up(to="west_steps", after=upper, gap=1), law("go_up.after")),
        "017 中等",         nothing("相間一等，見 016", "the gap of one step, at 016"),
        "018 上射升堂",      upper.go_up(to="west_head"),
        "019 少左",         upper.shift(dir="left"),
        "020 下射升",        lower.go_up(to="west_head"),
        "021 上射揖",        upper.salute(to=lower, at="west_head"),
        "022 並行",         manner(pair.walk_abreast()),
        "023 皆當其物北面揖", pair.salute(at="marks_north", facing="north"),
        "024 及物揖",        pair.salute(at="mark"),
        "025 皆左足履物",    seq(pair.step_on_mark(to="mark", foot="left"), law("shoot.on_mark")),
        "026 還",           pair.turn(facing="south"),
        "027 視侯中",        manner(pair.watch("target_centre", target="near")),
        "028 合足",         manner(pair.close_feet()),
        "029 而俟",         manner(pair.wait()),
        name="升射"), english="a pair goes up to the marks")


# --- the marshal clears the targets ------------------------------------------------------------------------------

marshal_arms = passage("DS2-01",
    "030 司馬正適次",     marshal.go(to="booth"),
    "031 袒決遂",        seq(marshal.bare(at="booth"), marshal.gear_up(at="booth")),
    "032 執弓",         marshal.take_bow(at="booth"),
    "033 右挾之",        marshal.hook_string(),
    "034 出",           marshal.leave(to="booth_outside", from_="booth"),
    name="司馬正執弓")

marshal_orders_targets_cleared = passage("DS2-01",
    "035 升自西階",      marshal.go_up(to="west_head", by="west_steps"),
    "036 適下物",        marshal.go(to="left_mark"),
    "037 立于物間",      marshal.stand(to="between_marks", facing="southwest"),
    "038 左執弣",        manner(marshal.hold_bow(hand="left", manner="grip")),
    "039 右執簫",        manner(marshal.hold_bow(hand="right", manner="tip")),
    "040 南揚弓",        manner(marshal.hold_bow(manner="raised")),
    "041 命去侯",        seq(order(marshal, bearers, "leave_target", "去侯"), law("order.pair_waits", "order.at_target")),
    name="命去侯")

assent_along_the_way = block("CRY", passage("DS2-01",
    "042 負侯皆許諾",     bearers.assent(to=marshal, tone="gong"),
    "043 以宮",         nothing("042 之聲", "the note of 042"),
    "044 趨直西",        manner(bearers.go(facing="west")),
    "045 及乏南",        bearers.go(to="screen_south"),
    "046 又諾以商",      bearers.assent(to=marshal, tone="shang"),
    "047 至乏",         bearers.go(to="screen"),
    "048 聲止",         manner(bearers.finish(content="cry")),
    name="許諾"), english="the cry on two notes along the way")


def hands_over(givers: Actor, takers: Actor) -> Score:
    """The banner goes to the man at the screen; the giver withdraws to the west."""
    return passage("DS2-01",
        "049 授獲者",       givers.hand_over("banner", to=takers),
        "050 退立于西方",    seq(givers.withdraw(), givers.stand(to="west_side", facing="east"), law("shoot.lane_clear")),
        name="授旌")


targets_cleared = seq(
    assent_along_the_way,
    reading("DS-04", great_only=hands_over(bearer("great"), marker("great")), all_three=hands_over(bearers, markers)),
    passage("DS2-01",
        "051 獲者興",       seq(unsaid(seq(markers.kneel(facing="east"), markers.wave_banner("banner", way="down")), by="zheng jia"),
                               markers.rise()),
        "052 共而俟",       manner(markers.wait(hands="joined")),
        name="獲者俟"))


# --- the marshal withdraws, the director warns -------------------------------------------------------------------

def officers_pass(section: str, met: str, left: str) -> Score:
    """Director and marshal pass left to left before the west steps: one event of both."""
    return passage(section,
        met,               crossing(f"officers.{section}", (director + marshal).pass_left(at="west_steps_front")),
        left,              nothing("交之狀，見前條", "how they pass, told in the clause before"),
        name="司射司馬正相左")


officers_pass_at_warning = officers_pass("DS2-01", "062 與司馬正交于階前", "063 相左")

marshal_comes_down = passage("DS2-01",
    "053 司馬正出于下射之南", marshal.go(to="marks_south"),
    "054 還其後",       marshal.go(to="marks_north", via="behind_lower"),
    "055 降自西階",      marshal.go_down(to="west_steps_foot", by="west_steps"),
    name="司馬正降")

marshal_disarms = passage("DS2-01",
    "056 遂適次",       marshal.go(to="booth"),
    "057 釋弓",         marshal.lay_down_bow(at="booth"),
    "058 說決拾",        marshal.gear_off(at="booth"),
    "059 襲",          marshal.cover(at="booth"),
    "060 反位",         marshal.return_to_place(to="marshal_place", facing="east"),
    name="司馬正反位")

marshal_withdraws = seq(marshal_comes_down, officers_pass_at_warning, marshal_disarms)


def director_warns(upper: Actor) -> Score:
    return seq(
        passage("DS2-01", "061 司射進", director.go(to="west_steps_front"), name="司射進"),
        officers_pass_at_warning,
        passage("DS2-01",
            "064 由堂下西階之東", director.go(to="east_of_west_steps"),
            "065 北面視上射",    director.watch(upper.persons[0], facing="north"),
            "066 命曰毋射獲毋獵獲", seq(order(director, upper, "no_hit_marker", "毋射獲毋獵獲"),
                                    law("order.lane_clear", "shoot.warned")),
            "067 上射揖",       seq(upper.salute(to=director, at="mark"), law("shoot.acknowledged")),
            "068 司射退",       director.withdraw(),
            "069 反位",        seq(director.return_to_place(to="director_place", facing="east"), law("shoot.director_back")),
            name="命毋射獲"))


# --- shooting ----------------------------------------------------------------------------------------------------

def hit_called() -> Score:
    """A hit on the near target is called by its marker; the other two keep silent."""
    near, others = marker("near"), marker("great") + marker("middle")
    return when(HIT_DUE.is_not("none"), passage("DS2-01",
        "075 獲者坐而獲",     seq(reading("DS-05", sit=unsaid(others.kneel(), by="ao"), stand=EMPTY),
                               near.call_hit(posture="kneeling"), law("shoot.called", "call_hit.due")),
        "076 舉旌以宮",      manner(near.wave_banner("banner", way="up", tone="gong")),
        "077 偃旌以商",      manner(near.wave_banner("banner", way="down", tone="shang")),
        "078 獲而未釋獲",     forgoes(tally_officer.lay_tally()),
        name="獲"))


def shoot(pair: Pair) -> Score:
    """Four arrows each, the upper archer first, the next arrow always in hand."""
    upper, lower = pair.upper, pair.lower
    more = arrows(upper.persons[0]) > 0, arrows(lower.persons[0]) > 0
    return block("SHOOT", passage("DS2-01",
        "070 乃射",         manner(pair.begin(content="shooting")),
        "074 拾發以將乘矢",   loop(more[0], passage("DS2-01",
            "071 上射既發",     upper.shoot("arrow", hit=outcome(True, False)),
            "072 挾矢",        seq(together(hit_called(), when(more[0], upper.hold_arrow(n=1))), law("shoot.nocked", "shoot.partner_ready")),
            "073 而后下射射",    seq(lower.shoot("arrow", hit=outcome(True, False)), law("shoot.turn")),
            "074 拾發以將乘矢",  seq(together(hit_called(), when(more[1], editorial(unsaid(lower.hold_arrow(n=1))))),
                                   law("shoot.turn", "shoot.arrows")),
            name="拾發")),
        "079 卒射",         seq(manner(pair.finish(content="shooting")), law("go_down.shot")),
        name="射"), english="the pair shoots by turns")


# --- a pair comes down -------------------------------------------------------------------------------------------

def meeting(pair: Pair, single: bool = False) -> Score:
    """The pair coming down and the next going up pass left to left and salute each other; the last meets nobody."""
    four = pair if single else pair + Pair(pair.number + 1)
    return passage("DS2-01",
        "089 與升射者相左",    crossing(f"pairs.{pair.number}", four.pass_left(at="west_steps_front"), single),
        "090 交于階前",      crossing(f"front.{pair.number}", manner(four.pass_left(at="west_steps_front")), single),
        "091 相揖",         crossing(f"salute.{pair.number}", four.salute(each_other=True, at="west_steps_front"), single),
        name="升降相左")


def back_in_place(who: Actor) -> Score:
    """Where the archers of the booth wait."""
    return reading("DS-06", in_the_booth=who.return_to_place(to="booth", facing="west"),
                            north_of_the_booth=who.return_to_place(to="booth_north", facing="west"))


def down(pair: Pair, last: bool) -> Score:
    """From the marks to the booth; the last pair meets nobody."""
    upper, lower = pair.upper, pair.lower
    return block("DOWN",
        passage("DS2-01",
            "080 右挾之",       pair.hook_string(),
            "081 北面揖",       pair.salute(at="mark", facing="north"),
            "082 揖如升射",      short_form("揖如升射", pair.salute(at="marks_north"), pair.salute(at="west_head")),
            "083 上射降三等",    upper.go_down(to="west_steps", steps=3),
            "084 下射少右",      lower.shift(dir="right"),
            "085 從之",        seq(lower.go_down(to="west_steps", after=upper, gap=1), law("go_down.after")),
            "086 中等",        nothing("相間一等，見 085", "the gap of one step, at 085"),
            "087 並行",        seq(unsaid(pair.go_down(to="west_steps_foot"), by="zheng"), manner(pair.walk_abreast(left=upper))),
            "088 上射於左",      nothing("行時孰在左，見 087", "who walks on the left, at 087"),
            name="降"),
        meeting(pair, single=last),
        passage("DS2-01",
            "092 適次",        pair.go(to="booth"),
            "093 釋弓",        pair.lay_down_bow(at="booth"),
            "094 說決拾",       pair.gear_off(at="booth"),
            "095 襲",         seq(pair.cover(at="booth"), law("leave.armed")),
            "096 反位",        back_in_place(pair),
            name="釋弓反位"), english="a pair comes down to the booth")


def likewise(score: Score) -> Score:
    """The other pairs do as the first."""
    return passage("DS2-01", "097 三耦卒射亦如之", as_before("三耦卒射亦如之", score), name="亦如之")


# --- the report --------------------------------------------------------------------------------------------------

def report(passing: Score) -> Score:
    """To the duke, without the rod; on the way back, before he takes the rod or after, the director passes the marshal."""
    takes_the_rod = passage("DS2-01", "103 搢扑", director.belt_rod("rod"), name="搢扑")
    return block("REPORT",
        passage("DS2-01",
            "098 司射去扑",      seq(director.lay_off_rod("rod"), law("report.no_rod")),
            "099 倚于階西",      director.lean_rod("rod", at="west_of_west_steps"),
            "100 適阼階下",      director.go(to="east_steps_foot"),
            "101 北面告于公曰三耦卒射", seq(director.report(to="duke", facing="north", what="shooting_done", words="三耦卒射"),
                                     law("report.all_shot")),
            "102 反",         director.return_to_place(to="west_of_west_steps"),
            name="告卒射"),
        choice(seq(passing, takes_the_rod), seq(takes_the_rod, passing)),
        passage("DS2-01", "104 反位", director.return_to_place(to="director_place", facing="east"), name="司射反位"),
        english="the director reports to the duke")


# --- the section -------------------------------------------------------------------------------------------------

def first_pair_called() -> Score:
    """The men go to the targets while the first pair is called and goes up."""
    return seq(
        passage("DS2-01", "001 司馬師命負侯者執旌以負侯", order(vice_marshal, bearers, "back_target", "執旌以負侯"), name="命負侯"),
        together(backs_to_the_targets, seq(call, together(call_over, up(Pair(1))))))


def first_pair_shoots() -> Score:
    """Targets cleared and warning given, once for all pairs; the marshal is expected back before the shooting."""
    pair = Pair(1)
    return seq(
        marshal_arms, marshal_orders_targets_cleared,
        overlapping(marshal_withdraws, together(targets_cleared, director_warns(pair.upper))),
        shoot(pair))
