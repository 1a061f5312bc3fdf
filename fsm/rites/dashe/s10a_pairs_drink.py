"""大射儀 飲不勝者 (DS2-10), the pairs: the cup on its stand, the order, and pair after pair going up to drink.

Which side has lost is known only in the world: what winners and losers do is a function of the side that won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from fsm.rites.dashe.people import Pair, director, order
from fsm.rites.dashe.s01_three_pairs_shoot import back_in_place, call, up
from fsm.score import (
    EMPTY, Actor, Score, acts_only, as_before, block, crossing, editorial, law, manner, nothing, pair_after_pair, passage, seq,
    steps, together, unsaid, when,
)
from fsm.vocabulary.rules.cups import STAND_FOOT, STAND_TOP, cup_at
from fsm.vocabulary.rules.registers import RESULT, level, loc

CUP = "stand_cup"
ORDER = "勝者皆袒決遂執張弓不勝者皆襲說決拾卻左手右加弛弓于其上遂以執弣"

steward, winners_youth = Actor("steward_officer"), Actor("winners_youth")
caller, servant = Actor("archer_officer"), Actor("servants_master")


def by_result(part: Callable[[str], Score]) -> Score:
    """What depends on which side has won."""
    return seq(*(when(RESULT.is_(side), part(side)) for side in ("right", "left")))


def winner_of(pair: Pair, side: str) -> Actor:
    return Actor(*(pair.upper if side == "right" else pair.lower).persons, office="winners")


def loser_of(pair: Pair, side: str) -> Actor:
    return Actor(*(pair.lower if side == "right" else pair.upper).persons, office="losers")


def but_for(score: Score, *kept: str) -> list[str]:
    """The clauses of a score’s acts but for those kept."""
    return list(dict.fromkeys(s.clauses[0] for s in steps(score) if s.clauses[0] not in kept))


# --- the cup on its stand ----------------------------------------------------------------------------------------

stand_set = passage("DS2-10",
    "001 司射命設豐",       seq(unsaid(director.go(to="west_of_hall"), by="ao"),
                             order(director, steward, "set_cup_stand", "設豐"), law("order.one_side_won")),
    "002 司宮士奉豐由西階升",  seq(steward.hold("cup_stand"), steward.go_up(to="west_head", by="west_steps")),
    "003 北面坐設于西楹西",    seq(steward.kneel(at="west_pillar_west", facing="north"), steward.set_up("cup_stand", at="west_pillar_west")),
    "004 降",            steward.go_down(to="west_steps_foot", by="west_steps"),
    "005 復位",           steward.return_to_place(to="west_of_hall"),
    name="設豐")

first_cup = passage("DS2-10",
    "006 勝者之弟子洗觶",     winners_youth.wash(CUP, at="basin"),
    "007 升酌散",          seq(winners_youth.go_up(to="west_head", by="west_steps"), winners_youth.pour(CUP, from_="common_jar"),
                             law("pour.cup_clean", "pour.at_the_jars")),
    "008 南面坐奠于豐上",     seq(winners_youth.kneel(facing="south"), winners_youth.put(CUP, at=STAND_TOP),
                             law("put.stand_set", "put.full_on_top")),
    "009 降",            winners_youth.go_down(to="west_steps_foot", by="west_steps"),
    "010 反位",           winners_youth.return_to_place(to="west_side"),
    name="實觶奠于豐上")


# --- the order, and what the archers do upon it ------------------------------------------------------------------

def drinking_ordered(pairs: Iterable[Pair]) -> Score:
    """Armed again, the director gives the order to all pairs of the booth."""
    archers = Actor(*(p for pair in pairs for p in pair.persons))
    return passage("DS2-10",
        "011 司射袒執弓挾一個", seq(director.bare(), unsaid(director.gear_up(), by="ao"), director.take_bow(), director.hold_arrow("arrow", n=1)),
        "012 搢扑",          director.belt_rod("rod"),
        "013 東面于三耦之西",    director.stand(to="booth", facing="east"),
        "014 命三耦及眾射者",    order(director, archers, "drinking_order", ORDER),
        name="命勝者不勝者")


def armed_as_ordered(pairs: Sequence[Pair]) -> Score:
    """Winners bared with strung bows, losers with unstrung ones."""
    def arm(side: str) -> Score:
        winners = Actor(*(p for pair in pairs for p in winner_of(pair, side).persons), office="winners")
        losers = Actor(*(p for pair in pairs for p in loser_of(pair, side).persons), office="losers")
        return together(
            passage("DS2-10",
                "015 勝者皆袒決遂",     seq(winners.bare(at="booth"), winners.gear_up(at="booth")),
                "016 執張弓",         seq(winners.take_bow("bow", at="booth", state="strung"), law("take_bow.by_result"),
                                       unsaid(winners.hook_string(), by="zheng")),
                name="勝者執張弓"),
            passage("DS2-10",
                "017 不勝者皆襲說決拾",   seq(nothing("射畢已襲，對勝者而言（鄭玄）", "covered since they shot; said for the sake of the winners (Zhèng Xuán)"), law("leave.loser_covered")),
                "018 卻左手右加弛弓于其上", seq(unsaid(losers.take_bow("bow", at="booth", state="unstrung"), by="zheng"),
                                       losers.hold_bow(state="unstrung", hand="left", manner="on_left_palm"),
                                       law("take_bow.by_result", "hold_bow.state")),
                "019 遂以執弣",        manner(losers.hold_bow(hand="both", manner="grip")),
                name="不勝者執弛弓"))
    return by_result(arm)


director_back = passage("DS2-10", "020 司射先反位", director.return_to_place(to="director_place", facing="east"), name="司射反位")

heading = passage("DS2-10", "021 三耦及眾射者皆升飲射爵", nothing("目下事（敖繼公）", "heading of what follows (Áo Jìgōng)"), name="升飲射爵")


# --- a pair goes up, the loser drinks ----------------------------------------------------------------------------

def called(pair: Pair) -> Score:
    """As in calling to shoot: from the booth."""
    goes = as_before("如作射", call, changes={"archery_director": "archer_officer"}, without=["DS2-01-006"])
    return seq(
        when(loc("archer_officer").is_not("booth"), passage("DS2-10", "023 如作射", goes, name="如作射")),
        passage("DS2-10", "022 小射正作升飲射爵者", caller.call_up(to=pair, for_="drink", words="升飲射爵"), name="作升飲"))


def goes_up(pair: Pair, meeting: Score = EMPTY) -> Score:
    """To the foot of the steps, saluting as when they went up to shoot."""
    shooting = acts_only(up(pair))

    def salute(*kept: str) -> Score:
        return passage("DS2-10", "025 揖如升射", as_before("揖如升射", shooting, without=but_for(shooting, *kept)), name="揖如升射")

    return block("UP_TO_DRINK",
        called(pair),
        passage("DS2-10", "024 一耦出", seq(pair.leave(to="booth_outside", from_="booth"), law("leave.loser_covered")), name="一耦出"),
        salute("DS2-01-009"),
        meeting,
        salute("DS2-01-013"),
        passage("DS2-10", "026 及階", pair.go(to="west_steps_foot"), name="及階"),
        salute("DS2-01-014"),
        english="a pair goes up to drink")


def winner_goes_first(winner: Actor, loser: Actor) -> Score:
    return passage("DS2-10",
        "027 勝者先升",         seq(winner.go_up(to="west_steps"), law("go_up.after")),
        "028 升堂少右",         seq(winner.go_up(to="west_head"), winner.shift(dir="right"),
                                unsaid(loser.go_up(to="west_head", after=winner), by="zheng")),
        name="勝者先升")


def empties_the_cup(loser: Actor) -> Score:
    """He takes the cup from the stand, drinks standing, and puts it down below the stand."""
    return passage("DS2-10",
        "029 不勝者進",         loser.go(to="cup_stand_south"),
        "030 北面坐取豐上之觶",    seq(loser.kneel(at="cup_stand_south", facing="north"), loser.take(CUP, from_=STAND_TOP), law("take.cup_there")),
        "031 興",            loser.rise(),
        "032 少退",           loser.shift(dir="back"),
        "033 立卒觶",          seq(loser.drink(CUP, posture="standing"), law("drink.loser", "drink.cup_full", "drink.bow_unstrung", "drink.once")),
        "034 進",            loser.go(to="cup_stand_south"),
        "035 坐奠于豐下",        seq(loser.kneel(at="cup_stand_south"), loser.put(CUP, at=STAND_FOOT), law("put.empty_below")),
        "036 興",            loser.rise(),
        name="卒觶")


def drinks(pair: Pair) -> Score:
    """The loser drinks, the winner standing by."""
    def by(side: str) -> Score:
        winner, loser = winner_of(pair, side), loser_of(pair, side)
        return seq(winner_goes_first(winner, loser), empties_the_cup(loser),
                   passage("DS2-10", "037 揖", loser.salute(to=winner), name="揖"))
    return block("DRINK", by_result(by), english="the loser drinks")


def meeting(down: Pair, going_up: Pair | None) -> Score:
    """The pair coming down and the next pass left to left; the last pair meets nobody."""
    four, single = (down, True) if going_up is None else (down + going_up, False)
    place, key = "west_steps_front", down.number
    return passage("DS2-10",
        "039 與升飲者相左",       crossing(f"drinkers.{key}", four.pass_left(at=place), single),
        "040 交于階前",         crossing(f"drinkers_front.{key}", manner(four.pass_left(at=place)), single),
        "041 相揖",           crossing(f"drinkers_salute.{key}", four.salute(each_other=True, at=place), single),
        name="升降相左")


def loser_goes_first(winner: Actor, loser: Actor) -> Score:
    return passage("DS2-10",
        "038 不勝者先降",        seq(loser.go_down(to="west_steps_foot", by="west_steps"), law("go_down.after"),
                                unsaid(seq(winner.go_down(to="west_steps_foot", by="west_steps", after=loser), loser.shift(dir="right")), by="zheng")),
        name="不勝者先降")


def comes_down(pair: Pair, passes: Score) -> Score:
    """The loser first; in the booth the bows are put down and the winner covers his arm."""
    def covers(side: str) -> Score:
        winner = winner_of(pair, side)
        return seq(unsaid(winner.gear_off(at="booth"), by="ao"), winner.cover(at="booth"))
    return block("DOWN_FROM_DRINKING",
        by_result(lambda side: loser_goes_first(winner_of(pair, side), loser_of(pair, side))),
        passes,
        passage("DS2-10",
            "042 適次",           pair.go(to="booth"),
            "043 釋弓",           pair.lay_down_bow(at="booth"),
            "044 襲",            seq(by_result(covers), law("cover.bow_down")),
            "045 反位",           back_in_place(pair),
            name="釋弓襲反位"), english="a pair comes down to the booth")


# --- the cup filled again ----------------------------------------------------------------------------------------

def filled_again() -> Score:
    """By the master of the servants, from here on for everybody; the cup is not washed between."""
    return block("REFILL", passage("DS2-10",
        "046 僕人師繼酌射爵",      when(level("servants_master").is_("court"), editorial(unsaid(servant.go_up(to="west_head", by="west_steps")))),
        "047 取觶實之",          seq(when(cup_at(CUP).is_(STAND_FOOT), servant.take(CUP, from_=STAND_FOOT)), servant.pour(CUP, from_="common_jar"), law("pour.cup_empty")),
        "048 反奠于豐上",         servant.put(CUP, at=STAND_TOP),
        "049 退俟于序端",         seq(servant.withdraw(to="wall_end"), manner(servant.wait(at="wall_end"))),
        name="繼酌"), english="the cup is filled again and set on the stand")


# --- pair after pair ---------------------------------------------------------------------------------------------

Told = Callable[[Pair, Score], Score]


def one_after_another(pairs: Sequence[Pair], told: Told, filled: Callable[[Pair], Score], then: Score) -> Score:
    """The pairs cross on the way.  told: how the text tells it of each; filled: the cup made ready for him."""
    follower = dict(pairwise(pairs))
    leader = {after: before for before, after in follower.items()}

    def up_(pair: Pair) -> Score:
        ready = filled(pair)
        score = told(pair, goes_up(pair, meeting(leader[pair], pair) if pair in leader else EMPTY))
        return score if ready is EMPTY else together(ready, score)

    return pair_after_pair(
        pairs, up_, lambda pair: told(pair, drinks(pair)),
        lambda pair: told(pair, comes_down(pair, meeting(pair, follower.get(pair)))), then=then)


def three_pairs_drink(pairs: Sequence[Pair], then: Score) -> Score:
    """The first pair as told, the others likewise; `then` follows while the last comes down."""
    def told(pair: Pair, score: Score) -> Score:
        if pair is pairs[0]:
            return score
        return passage("DS2-10", "050 升飲者如初", as_before("升飲者如初", score), name="升飲如初")

    def filled(pair: Pair) -> Score:
        if pair is pairs[0]:
            return EMPTY
        return filled_again() if pair is pairs[1] else told(pair, filled_again())

    return one_after_another(pairs, told, filled, then)
