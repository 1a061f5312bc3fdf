"""大射儀 三耦再射 (DS2-06): the pairs shoot again, and each arrow that pierces is tallied."""

from __future__ import annotations

from dataclasses import replace

from fsm.rites.dashe.people import (
    Pair, director, markers, markers_as_bearers, marshal, order, tally_officer, vice_attendant,
)
from fsm.rites.dashe.s01_three_pairs_shoot import (
    assent_along_the_way, call, call_over, down, marshal_arms, marshal_orders_targets_cleared, marshal_comes_down,
    meeting, shoot, targets_cleared, up,
)
from fsm.score import (
    EMPTY, Actor, Remark, Score, Seq, Step, When, as_before, block, crossing, edit_steps, editorial, law, manner, nothing,
    overlapping, pair_after_pair, passage, reading, rename, seq, specifies, together, transform, unsaid, when,
)
from fsm.terms import Term
from fsm.vocabulary.rules import HIT_DUE, in_hand
from fsm.vocabulary.rules.tallies import EIGHT, UNTALLIED

duke, lesser_scribe, tally_bearer = Actor("duke"), Actor("lesser_scribe"), Actor("tally_bearer")

THE_RULE = "中離維綱揚觸梱復公則釋獲眾則不與唯公所中中三侯皆獲"
LEFT_IN_HAND = in_hand("tally_officer") > 0

# --- called, armed, up --------------------------------------------------------------------------------------------

called = passage("DS2-06", "001 司射作射如初", as_before("作射如初", call), name="作射如初")
back_in_place = passage("DS2-06", "001 司射作射如初", as_before("作射如初", call_over), name="司射反位")


def armed(archers: Actor) -> Score:
    """This time they arm after the call (敖繼公), the arrows in belt and hand with the rest (盛世佐 on DS2-07-022)."""
    return passage("DS2-06",
        "001 司射作射如初",    unsaid(seq(archers.bare(at="booth"), archers.gear_up(at="booth"),
                                   archers.take_bow("bow_and_arrows", at="booth")), by="ao"),
                              unsaid(archers.belt_three_hold_one("arrow", at="booth"), by="sheng"),
        name="袒決遂取弓矢")


def pairs_meet(number: int) -> dict[str, str]:
    """The crossings of this round, told apart from those of the first."""
    return {key: f"{key}.DS2-06" for n in (number - 1, number) for key in (f"pairs.{n}", f"front.{n}", f"salute.{n}")}


def first_goes_up(pair: Pair) -> Score:
    return passage("DS2-06", "002 一耦揖升如初", as_before("一耦揖升如初", up(pair)), name="一耦揖升")


# --- the targets cleared ------------------------------------------------------------------------------------------

def same_men_return(markers_back: Actor) -> Score:
    """Where the men at the targets are the markers themselves, they go back to the screen, banner in hand."""
    cry = rename(assent_along_the_way, {f"banner_bearer.{p.partition('.')[2]}": p for p in markers_back.persons})
    return seq(edit_steps(cry, lambda step: replace(step, office=markers_back.office)), manner(markers.wait(hands="joined")))


orders_cleared = passage("DS2-06",
    "003 司馬命去侯",      as_before("命去侯如初", seq(marshal_arms, marshal_orders_targets_cleared)),
    name="命去侯")

cleared = passage("DS2-06",
    "004 負侯許諾如初",     reading("DS-08", bearers=as_before("許諾如初", targets_cleared),
                                          markers=as_before("許諾如初", same_men_return(markers_as_bearers))),
    name="負侯許諾")

officers_pass = passage("DS2-06",
    "009 與司馬交于階前",    crossing("officers.DS2-06", (director + marshal).pass_left(at="west_steps_front")),
    name="司射司馬正交于階前")

bow_laid_down = seq(
    unsaid(marshal.go(to="booth"), by="jia"), marshal.lay_down_bow(at="booth"),
    unsaid(seq(marshal.gear_off(at="booth"), marshal.cover(at="booth")), by="ao"))
"""釋弓 alone is said; ring and guard off and the arm covered besides (敖繼公), out of sight (賈公彥 on DS2-02-001)."""

marshal_back = seq(
    passage("DS2-06", "005 司馬降", as_before("司馬降", marshal_comes_down), name="司馬降"),
    officers_pass,
    passage("DS2-06", "006 釋弓反位", seq(bow_laid_down, marshal.return_to_place(to="marshal_place", facing="east")), name="司馬釋弓反位"))


# --- leave is asked, the holder set -------------------------------------------------------------------------------

leave_asked = block("LEAVE",
    passage("DS2-06",
        "007 司射猶挾一個",     nothing("誘射以來已挾之", "he has held an arrow since the demonstration"),
        "008 去扑",          seq(director.lay_off_rod("rod"), law("ask.no_rod")),
        name="去扑"),
    officers_pass,
    passage("DS2-06",
        "010 適阼階下",        director.go(to="east_steps_foot"),
        "011 北面請釋獲于公",    director.ask(to=duke, for_="tallies", facing="north", words="請釋獲"),
        "012 公許",          seq(duke.grant(to=director, for_="tallies"), law("grant.asked", "set_up.granted", "lay_tally.granted")),
        "013 反",           director.return_to_place(to="west_of_west_steps"),
        "014 搢扑",          director.belt_rod("rod"),
        name="請釋獲"),
    english="leave is asked for the tallies")


def told_to_set(**how: str) -> Step:
    return director.order(to=tally_officer, content="set_holder", words="設中", **how)


holder_set = block("HOLDER", passage("DS2-06",
    "015 遂命釋獲者設中",    reading("DS-17",
                             one_place=seq(unsaid(director.go(to="holder_south"), by="zheng"), told_to_set(facing="north")),
                             two_places=seq(unsaid(director.go(to="holder_east"), by="ao"), told_to_set(facing="west"))),
    "016 以弓為畢",        seq(reading("DS-17", one_place=EMPTY, two_places=unsaid(director.go(to="holder_south"), by="ao")),
                             manner(director.hold_bow(manner="pointer"))),
    "017 北面",           reading("DS-17", one_place=manner(director.turn(facing="north")), two_places=director.turn(facing="north")),
    "018 大史釋獲",        nothing("大史即釋獲者", "the grand scribe is the tally officer"),
    "019 小臣師執中",       vice_attendant.hold("holder"),
    "020 先首",           specifies(manner="heads_forward"),
    "021 坐設之",          seq(manner(vice_attendant.kneel()), vice_attendant.set_up("holder", at="holder")),
    "022 東面",           specifies(facing="east"),
    "023 退",            seq(editorial(unsaid(vice_attendant.rise())), vice_attendant.withdraw(to="east_of_hall")),
    "024 大史實八算于中",     seq(reading("DS-18", himself=EMPTY, handed=unsaid(tally_bearer.hand_over("tally", to=tally_officer), by="jia")),
                             unsaid(tally_officer.kneel(), by="ao"),
                             tally_officer.put_tallies("eight_tallies", at="holder", n=EIGHT), law("put_tallies.holder_set")),
    "025 橫委其餘于中西",     tally_officer.put_tallies("reserve_tallies", at="holder_west", lie="crosswise"),
    "026 興",            tally_officer.rise(),
    "027 共而俟",          manner(tally_officer.wait(hands="joined")),
    name="設中"), english="the holder is set and filled")


# --- the rule told, the archers told ------------------------------------------------------------------------------

rule_told = passage("DS2-06",
    "028 司射西面命曰",      seq(unsaid(director.go(to="holder_east"), by="ao"),
                             director.order(to=tally_officer, content="tally_rule", facing="west", words=THE_RULE)),
    "029 中離維綱揚觸",   nothing("028 之辭；惟公之矢適用，見 DS2-07", "words of 028; they bear on the duke's arrows alone, which DS2-07 has"),
    "030 眾則不與",        law("lay_tally.pierced"),
    "031 唯公所中中三侯皆獲", nothing("028 之辭；餘人各射其侯", "words of 028; all others shoot at a target of their own"),
    name="命釋獲者")

passed_on = passage("DS2-06",
    "032 釋獲者命小史",      tally_officer.order(to=lesser_scribe, content="tally_rule"),
    "033 小史命獲者",       lesser_scribe.order(to=markers, content="tally_rule"),
    name="傳告")


def archers_told(upper: Actor) -> Score:
    return passage("DS2-06",
        "034 司射遂進",        director.go(to="west_steps_front"),
        "035 由堂下",         director.go(to="east_of_west_steps"),
        "036 北面視上射",       director.watch(upper.persons[0], facing="north"),
        "037 命曰不貫不釋",     seq(order(director, upper, "no_pierce_no_tally", "不貫不釋"),
                              law("order.holder_filled", "shoot.warned", "lay_tally.pierced")),
        "038 上射揖",         seq(upper.salute(to=director, at="mark"), law("shoot.acknowledged")),
        "039 司射退反位",       seq(director.withdraw(), director.return_to_place(to="director_place", facing="east"), law("shoot.director_back")),
        name="命不貫不釋")


# --- eight tallies in the hand ------------------------------------------------------------------------------------

eight_taken = passage("DS2-06",
    "040 釋獲者坐取中之八算", seq(tally_officer.kneel(facing="east"), tally_officer.take_tallies("eight_tallies", n=EIGHT, from_="holder"),
                             law("take_tallies.eight")),
    "041 改實八算",        tally_officer.put_tallies("eight_tallies", at="holder", n=EIGHT),
    "042 興",            tally_officer.rise(),
    "043 執而俟",          seq(manner(tally_officer.hold("eight_tallies")), manner(tally_officer.wait()), law("shoot.tallies_in_hand", "lay_tally.in_hand")),
    name="取八算")

eight_taken_again = passage("DS2-06",
    "051 又取中之八算",      seq(unsaid(tally_officer.kneel(facing="east"), by="ao"),
                             tally_officer.take_tallies("eight_tallies", n=EIGHT, from_="holder")),
    "052 改實八算于中",      tally_officer.put_tallies("eight_tallies", at="holder", n=EIGHT),
    "053 興",            tally_officer.rise(),
    "054 執而俟",          seq(manner(tally_officer.hold("eight_tallies")), manner(tally_officer.wait()), law("shoot.tallies_in_hand")),
    name="又取八算")

rest_laid_back = passage("DS2-06",
    "049 若有餘算",        when(LEFT_IN_HAND, passage("DS2-06",
        "050 則反委之",        seq(unsaid(tally_officer.kneel(), by="ao"), tally_officer.put_tallies("tallies_in_hand", at="holder_west"),
                              unsaid(tally_officer.rise(), by="ao"), law("take_tallies.hand_empty")),
        name="反委餘算")),
    name="餘算")


# --- shooting for tallies -----------------------------------------------------------------------------------------

def tallied() -> Score:
    """An arrow that has pierced is tallied at once, to the right of the officer or to his left."""
    def lay(side: str) -> Score:
        return when(UNTALLIED.is_(side), seq(
            unsaid(tally_officer.kneel(), by="ao"), tally_officer.lay_tally("tally", n=1, side=side, at=f"{side}_pile"),
            unsaid(tally_officer.rise(), by="ao")))

    return passage("DS2-06",
        "045 若中",           law("lay_tally.called"),
        "046 則釋獲者每一個釋一算", seq(lay("right"), lay("left"), law("shoot.tallied", "lay_tally.pierced")),
        "047 上射於右",         law("lay_tally.own_side"),
        "048 下射於左",         law("lay_tally.own_side"),
        name="釋算")


CALLED: Term = HIT_DUE.is_not("none")


def with_tallies(shooting: Score) -> Score:
    """A shooting in which each call of a hit is followed by its tally; what forbade tallies falls away."""
    def change(part: Score) -> Score:
        match part:
            case Remark(kind="forgoes", pattern=Step(act="lay_tally")):
                return EMPTY
            case When(guard=guard) if guard == CALLED:
                return Seq((part, tallied()))
        return part

    return transform(shooting, change)


def some_fall_out(shooting: Score) -> Score:
    """The shooting in which an arrow may hit and yet not hold."""
    def change(step: Step) -> Step:
        return replace(step, outcomes=(*step.outcomes, ("pierced", (True, False)))) if step.act == "shoot" else step

    return edit_steps(shooting, change)


def shooting(row: str, quote: str, pair: Pair) -> Score:
    """A pair's eight arrows, as in the first round but tallied."""
    def likewise(shot: Score) -> Score:
        return with_tallies(passage("DS2-06", f"{row} {quote}", as_before(quote, shot), name=quote))

    return reading("DS-21", centre=likewise(shoot(pair)), stays=likewise(some_fall_out(shoot(pair))))


# --- the section --------------------------------------------------------------------------------------------------

def goes_up(number: int, archers: Actor) -> Score:
    """The next pair goes up while the officer lays back what is left and takes eight for it."""
    pair = Pair(number)
    if number == 1:
        return seq(called, together(back_in_place, seq(armed(archers), first_goes_up(pair))))
    likewise = passage("DS2-06",
        "055 三耦卒射", as_before("三耦卒射", up(pair, meeting(Pair(number - 1))), changes=pairs_meet(number)), name="三耦卒射")
    return together(likewise, seq(rest_laid_back, eight_taken_again))


def shoots(number: int) -> Score:
    """Before the first pair shoots the targets are cleared, leave is granted, the holder set and the rule told."""
    pair = Pair(number)
    if number > 1:
        return shooting("055", "三耦卒射", pair)
    prepared = seq(leave_asked, holder_set, rule_told, together(passed_on, archers_told(pair.upper)), eight_taken)
    return seq(orders_cleared, overlapping(marshal_back, together(cleared, prepared)), shooting("044", "乃射", pair))


def comes_down(number: int, count: int) -> Score:
    return passage("DS2-06",
        "055 三耦卒射", as_before("三耦卒射", down(Pair(number), last=number == count), changes=pairs_meet(number)), name="三耦卒射")


def score(count: int) -> Score:
    """So many pairs, one after the other; what is left in the hand after the last is laid back too."""
    archers = Actor(*(p for n in range(1, count + 1) for p in Pair(n).persons))
    return pair_after_pair(
        range(1, count + 1), lambda n: goes_up(n, archers), shoots, lambda n: comes_down(n, count), then=rest_laid_back)

