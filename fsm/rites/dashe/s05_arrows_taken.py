"""大射儀 三耦取矢于楅 (DS2-05): pair after pair takes its arrows from the rack, by turns.

For repeats there are three pieces of one pair: `to_the_rack`, `takes_by_turns` and `back_to_the_booth`;
`arrows_taken` strings them together for pairs that cross.
"""

from __future__ import annotations

from collections.abc import Sequence

from fsm.readings import dispute, held
from fsm.rites.dashe.people import Pair, director, order
from fsm.rites.dashe.s01_three_pairs_shoot import back_in_place
from fsm.score import (
    EMPTY, Actor, Score, as_before, block, choice, crossing, editorial, forgoes, law, loop, manner, nothing, pair_after_pair, passage,
    reading, seq, specifies, together, unsaid, when,
)
from fsm.vocabulary.rules.registers import arrows
from fsm.vocabulary.rules.taking import DEMONSTRATION

archer_officer = Actor("archer_officer")

director_returns = director.return_to_place(to="director_place", facing="east")


# --- the order, and arming ---------------------------------------------------------------------------------------

def ordered_and_armed(pairs: Sequence[Pair]) -> Score:
    """All arm in the booth; when the director returns, and whether anybody calls, is disputed."""
    archers = Actor(*(p for pair in pairs for p in pair.persons))
    arm = passage("DS2-05",
        "002 皆袒決遂",       seq(archers.bare(at="booth"), archers.gear_up(at="booth")),
        "003 執弓",          seq(archers.take_bow(at="booth"), law("take_arrow.bow")),
        "004 右挾之",         archers.hook_string(),
        name="袒決遂執弓")
    return passage("DS2-05",
        "001 遂命三耦各與其耦拾取矢", seq(order(director, archers, "take_arrows_in_turn", "各與其耦拾取矢"), reading("DS-13",
            director_calls=arm,
            no_call=together(unsaid(director_returns, by="ao"), arm),
            officer_calls=seq(together(unsaid(director_returns, by="sheng"), arm),
                              unsaid(archer_officer.call_up(to=pairs[0], for_="fetch", words="上耦取矢"), by="sheng")))),
        name="命取矢")


def called(pair: Pair) -> tuple[Score, Score]:
    """What the director does once the first pair has come out, and while it goes on."""
    call = unsaid(director.call_up(to=pair, for_="fetch", words="上耦取矢"), by="zheng")
    back = unsaid(director_returns, by="zheng")
    return (reading("DS-13", director_calls=call, no_call=EMPTY, officer_calls=EMPTY),
            reading("DS-13", director_calls=back, no_call=EMPTY, officer_calls=EMPTY))


# --- one pair ----------------------------------------------------------------------------------------------------

def to_the_rack(pair: Pair, meeting: Score = EMPTY, call: tuple[Score, Score] = (EMPTY, EMPTY)) -> Score:
    """From the booth to the two sides of the rack; `meeting` is where it passes the pair going back."""
    upper, lower = pair.upper, pair.lower
    onward = passage("DS2-05",
        "006 西面揖",         seq(pair.salute(facing="west"), meeting),
        "007 當楅北面揖",      pair.salute(at="rack_south", facing="north"),
        "008 及楅揖",         pair.salute(at="rack_south"),
        "009 上射東面",       together(
            seq(unsaid(upper.go(to="rack_west"), by="sheng"), upper.turn(at="rack_west", facing="east")),
            passage("DS2-05",
                "010 下射西面",   seq(unsaid(lower.go(to="rack_east"), by="sheng"), lower.turn(at="rack_east", facing="west")))),
        name="進至楅")
    comes_out = passage("DS2-05",
        "005 一耦出",         seq(pair.leave(to="booth_outside", from_="booth"), law("leave.armed"), call[0]), name="一耦出")
    director_goes = call[1] if call[1] is EMPTY else passage("DS2-05", "005 一耦出", call[1], name="司射反位")
    return block("TO_RACK", comes_out, together(director_goes, onward), english="a pair goes to the rack")


def turned_back(archer: Actor, place: str, facing: str, opposite: str, rows: tuple[str, str]) -> Score:
    """He turns to the left, not full circle, and is in his place again."""
    right = archer.turn(way="right", facing=facing, not_full_circle=True)

    def turns(before: Score, then: Score, **details: str) -> Score:
        return passage("DS2-05",
            f"{rows[0]} 且左還",    seq(before, archer.turn(way="left", **details)),
            f"{rows[1]} 毋周",      specifies(not_full_circle=True), then, forgoes(archer.turn(not_full_circle=False)),
            name="左還")

    return reading("DS-14",
        back_then_right=turns(EMPTY, unsaid(seq(archer.return_to_place(to=place), right), by="zheng")),
        hooked_first=turns(unsaid(archer.hook_string(), by="ao"), unsaid(right, by="ao"), facing=opposite),
        once=turns(EMPTY, EMPTY))


def takes_by_turns(pair: Pair) -> Score:
    """One arrow each time, the upper archer first, until both have four."""
    upper, lower = pair.upper, pair.lower
    return block("TAKE", passage("DS2-05",
        "031 既拾取矢",       seq(loop(arrows(upper.persons[0]) < 4, passage("DS2-05",
            "011 上射揖",        upper.salute(to=lower),
            "012 進",           upper.go(to="rack"),
            "013 坐",           seq(upper.kneel(at="rack"), law("take_arrow.kneeling", "take_arrow.at_rack")),
            "014 橫弓",          manner(upper.hold_bow(manner="across")),
            "015 卻手自弓下取一個", upper.take_arrow("arrow", n=1, way="palm_up", from_="rack"),
            "016 兼諸弣",        manner(upper.hold_arrow("arrow", manner="with_grip")),
            "017 興",           upper.rise(),
            "018 順羽",          seq(upper.tend_gear("feathers"), turned_back(upper, "rack_west", "east", "west", ("019", "020"))),
            "021 反面揖",        upper.salute(at="rack_west", facing="east"),
            "022 下射進",        seq(lower.go(to="rack"), law("take_arrow.turn")),
            "023 坐橫弓",        seq(lower.kneel(at="rack"), manner(lower.hold_bow(manner="across"))),
            "024 覆手自弓上取一個", lower.take_arrow("arrow", n=1, way="palm_down", from_="rack"),
            "025 兼諸弣",        manner(lower.hold_arrow("arrow", manner="with_grip")),
            "026 興",           lower.rise(),
            "027 順羽",          seq(lower.tend_gear("feathers"), turned_back(lower, "rack_east", "west", "east", ("028", "029"))),
            "030 反面揖",        lower.salute(at="rack_east", facing="west"),
            name="拾取矢")), law("take_arrow.turn", "take_arrow.four")),
        name="拾取"), english="the pair takes arrows by turns")


def evened_and_belted(pair: Pair, after_taking: Score = EMPTY, after_belting: Score = EMPTY) -> Score:
    """The arrows are tapped even and go to the belt south of the rack."""
    def inward(via: str) -> Score:
        return pair.turn(way="inward", via=via, upper="left", lower="right")

    # East and west facing, left and right lead by the north (盛世佐); 敖繼公 means by them the opposite of the others.
    by_the_hall = inward("north")
    return block("BELT", after_taking, passage("DS2-05",
        "032 梱之",          pair.tend_gear("arrow"),
        "033 兼挾乘矢",       pair.hold_arrow("four_arrows", n=4, manner="on_string"),
        "034 皆內還",        reading("DS-15", left_and_right=by_the_hall, toward_the_hall=by_the_hall,
                                             salute_first=seq(unsaid(pair.salute(), by="ao"), inward("south"))),
        "035 南面揖",        pair.salute(facing="south"),
        "036 適楅南",        pair.go(to="rack_south"),
        "037 皆左還",        pair.turn(way="left"),
        "038 北面揖",        pair.salute(at="rack_south", facing="north"),
        "039 搢三挾一個",     seq(pair.belt_three_hold_one("arrow"), law("belt_three_hold_one.four"), after_belting),
        "040 揖",           pair.salute(),
        name="梱矢搢矢"), english="arrows even, into the belt")


def meeting(back: Pair, out: Pair | None) -> Score:
    """Those going back and those coming pass left to left and salute each other; the last pair meets nobody."""
    four, single = (back, True) if out is None else (back + out, False)
    return passage("DS2-05",
        "043 退者與進者相左",   crossing(f"rack.{back.number}", four.pass_left(), single),
        "044 相揖",          crossing(f"rack_salute.{back.number}", four.salute(each_other=True), single),
        name="進退相左")


def back_to_the_booth(pair: Pair, meeting: Score, handed_over: Score = EMPTY) -> Score:
    """From the rack to the booth, where bow and arrows are put down."""
    upper, lower = pair.upper, pair.lower
    turn = upper.turn(way="left", with_=lower)
    return block("FROM_RACK",
        passage("DS2-05",
            "041 以耦左還",      reading("DS-16", left=seq(turn, unsaid(upper.shift(dir="north"), by="zheng jia")),
                                                 right=seq(turn, unsaid(lower.turn(way="left", after=upper), by="ao"))),
            "042 上射于左",      reading("DS-16", left=manner(pair.walk_abreast(left=upper)), right=manner(pair.walk_abreast(right=upper))),
            name="左還"),
        meeting,
        passage("DS2-05",
            "045 退",           pair.withdraw(to="booth"),
            name="退"),
        handed_over,
        passage("DS2-05",
            "046 釋弓矢于次",     pair.lay_down_bow("bow_and_arrows", at="booth"),
            "047 說決拾",        pair.gear_off(at="booth"),
            "048 襲",           pair.cover(at="booth"),
            "049 反位",         back_in_place(pair),
            name="釋弓矢反位"), english="the pair goes back to the booth")


# --- the director’s own four -------------------------------------------------------------------------------------

def takes_demonstration_arrows(archer: Actor) -> Score:
    """All four at once."""
    return passage("DS2-05",
        "051 後者遂取誘射之矢", seq(editorial(unsaid(archer.kneel())), archer.take_arrow("demonstration_arrows", from_="rack")),
        "052 兼乘矢而取之",    specifies(n=4),
                             seq(editorial(unsaid(archer.rise())), law("take_arrow.own_first")),
        name="取誘射之矢")


def hands_them_over(archer: Actor) -> Score:
    """To the staff, in the booth."""
    return passage("DS2-05",
        "053 以授有司于次中",  seq(archer.hand_over("demonstration_arrows", to="staff", at="booth"), law("hand_over.in_hand")),
        name="授誘射之矢")


# --- pair after pair ---------------------------------------------------------------------------------------------

def likewise(score: Score) -> Score:
    """The other pairs do as the first."""
    return passage("DS2-05", "050 二耦拾取矢亦如之", as_before("二耦拾取矢亦如之", score), name="亦如之")


def arrows_taken(pairs: Sequence[Pair]) -> Score:
    """The pairs cross on the way; the last man takes the demonstration arrows, when exactly nobody says of this rite.

    賈公彥 has him in the district archery take them with his own in the belt, 敖繼公 as soon as he has his own.
    """
    last = pairs[-1]

    def follower(pair: Pair) -> Pair | None:
        number = pairs.index(pair) + 1
        return pairs[number] if number < len(pairs) else None

    def goes(pair: Pair) -> Score:
        if pair is pairs[0]:
            return to_the_rack(pair, call=called(pair))
        before = pairs[pairs.index(pair) - 1]
        return likewise(to_the_rack(pair, meeting(before, pair)))

    def takes(pair: Pair) -> Score:
        at_once: Score = choice(takes_demonstration_arrows(pair.lower), EMPTY) if pair is last else EMPTY
        belted: Score = when(DEMONSTRATION.is_("rack"), takes_demonstration_arrows(pair.lower)) if pair is last else EMPTY
        score = seq(takes_by_turns(pair), evened_and_belted(pair, at_once, belted))
        return score if pair is pairs[0] else likewise(score)

    def returns(pair: Pair) -> Score:
        handed = hands_them_over(pair.lower) if pair is last else EMPTY
        score = back_to_the_booth(pair, meeting(pair, follower(pair)), handed)
        return score if pair is pairs[0] else likewise(score)

    others = EMPTY if len(pairs) > 1 else passage("DS2-05", "050 二耦拾取矢亦如之", nothing("此處惟一耦", "there is but one pair in this cast"))
    return seq(
        ordered_and_armed(pairs),
        pair_after_pair(pairs, goes, takes, returns),
        others,
        passage("DS2-05", "054 皆襲反位", nothing("即各耦之 048、049，無再襲者", "048 and 049 of every pair; nobody covers twice"), name="皆襲反位"))


DISPUTES = (
    dispute(
        "DS-13", "DS2-05-001", "取矢，誰作之", "who calls the first pair out to take its arrows",
        held("director_calls", "zheng", "上射出，司射作之，乃反位", "the director, once it has come out; only then he returns"),
        held("no_call", "ao", "司射命而即反位，不復作", "nobody: the director orders and returns at once"),
        held("officer_calls", "sheng", "司射反位，小射正作之，經有闕文", "the archer-officer; here the text is defective")),
    dispute(
        "DS-14", "DS2-05-019", "左還、毋周", "turning left, not full circle",
        held("back_then_right", "zheng", "左還反其位，又右還而反面", "left, back to his place, then right to face as before"),
        held("hooked_first", "ao", "既鉤弦而左還，面反向，後右還", "the string is hooked, then half round to the left and back to the right"),
        held("once", "sheng", "但左還，毋周為威儀", "left only; not to go full round is for ceremony")),
    dispute(
        "DS-15", "DS2-05-034", "內還", "turning inward",
        held("left_and_right", "zheng", "上射左還，下射右還：皆由北，與鄉堂之還同，唯「內」之義異",
                  "the upper archer to the left, the lower to the right; that is by the north too, and only the word “inward” is taken otherwise"),
        held("salute_first", "ao", "亦揖乃內還，經文不具；相鄉由便，由南", "after a salute that the text leaves out; toward each other, the near way, by the south"),
        held("toward_the_hall", "sheng", "內還者，先以身鄉堂而還", "round by the side of the hall, to the north")),
    dispute(
        "DS-16", "DS2-05-042", "上射于左", "on which side the upper archer walks back",
        held("left", "zheng jia sheng", "在左，便其反位", "on the left, as suits the way to the booth"),
        held("right", "ao", "「左」當作「右」", "read “on the right”")),
)
