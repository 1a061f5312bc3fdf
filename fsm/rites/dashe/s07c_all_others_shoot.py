"""大射儀 公及賓諸公卿大夫皆射 (DS2-07), the others: those of rank, then the other pairs, and the report.

Each pair arms in the booth, goes up, shoots and comes down as the three pairs did; its arrows are tallied.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from fsm.rites.dashe.company import RankedPair
from fsm.rites.dashe.people import Pair, tally_officer
from fsm.rites.dashe.s01_three_pairs_shoot import back_in_place, down, meeting, shoot, up
from fsm.rites.dashe.s06_shooting_counted import LEFT_IN_HAND, eight_taken_again, rest_laid_back, some_fall_out, with_tallies
from fsm.score import (
    EMPTY, Score, as_before, block, law, manner, nothing, pair_after_pair, passage, reading, rename, seq, together,
    unsaid, when,
)
from fsm.vocabulary.rules.registers import pose

BACK_TO_THE_BOOTH = [f"DS2-01-{row:03}" for row in range(92, 97)]
MEETING = ["DS2-01-089", "DS2-01-090", "DS2-01-091"]


def passing(before: Pair, after: Pair) -> Score:
    """One pair coming down and the next going up, as the three pairs pass each other."""
    persons = dict(zip((*Pair(1).persons, *Pair(2).persons), (*before.persons, *after.persons), strict=True))
    keys = {f"{key}.1": f"{key}.{before.number}.DS2-07" for key in ("pairs", "front", "salute")}
    return rename(meeting(Pair(1)), {**persons, **keys})


def own_target(pair: Pair, score: Score) -> Score:
    """The score of an archer of the near target, for those who shoot at the middle one."""
    if not isinstance(pair, RankedPair):
        return score
    return rename(score, {"near": "middle", "marker.near": "marker.middle", "marker.middle": "marker.near"})


def arms_and_goes_up(pair: Pair, passes: Score) -> Score:
    """Armed in the booth, out, and up to the marks."""
    return passage("DS2-07",
        "094 諸公卿取弓矢于次中", seq(unsaid(pair.go(to="booth"), by="ao"), pair.take("bow_and_arrows", at="booth")),
        "095 袒決遂",         seq(pair.bare(at="booth"), pair.gear_up(at="booth")),
        "096 執弓",          pair.take_bow("bow_and_arrows", at="booth"),
        "097 搢三挾一個",      pair.belt_three_hold_one("arrow", at="booth"),
        "098 出",           pair.leave(to="booth_outside", from_="booth"),
        "099 西面揖",         pair.salute(facing="west"),
        "100 揖如三耦",       as_before("揖如三耦", own_target(pair, up(pair, passes)), without=["DS2-01-008", "DS2-01-009"]),
        name="取弓矢升")


def shoots(pair: Pair) -> Score:
    """Eight arrows by turns; hits are called at the pair’s own target, and tallied."""
    def tallied(score: Score) -> Score:
        return passage("DS2-07", "110 釋獲皆如初", as_before("釋獲皆如初", with_tallies(score)), name="釋獲如初")

    shot = passage("DS2-07",
        "101 升射",          as_before("升射", own_target(pair, shoot(pair)), without=["DS2-01-079"]),
        "102 卒射",          manner(pair.finish(content="shooting")),
        name="射")
    return reading("DS-21", centre=tallied(shot), stays=tallied(some_fall_out(shot)))


def comes_down(pair: Pair, passes: Score) -> Score:
    """Down as the three pairs, and out of their gear in the booth; this is told here in full."""
    return seq(
        passage("DS2-07",
            "103 降如三耦",       seq(as_before("降如三耦", down(pair, last=True), without=[*MEETING, *BACK_TO_THE_BOOTH]),
                                    EMPTY if passes is EMPTY else as_before("降如三耦", passes)),
            name="降"),
        passage("DS2-07",
            "104 適次",          pair.go(to="booth"),
            "105 釋弓",          pair.lay_down_bow(at="booth"),
            "106 說決拾",         pair.gear_off(at="booth"),
            "107 襲",           pair.cover(at="booth"),
            "108 反位",          back_in_place(pair),
            name="釋弓反位"))


report = block("REPORT_BOTH", passage("DS2-07",
    "111 卒射",            law("report.both_shot"),
    "112 釋獲者遂以所執餘獲",  when(LEFT_IN_HAND, manner(tally_officer.hold("tallies_in_hand"))),
    "113 適阼階下",          tally_officer.go(to="east_steps_foot"),
    "114 北面告于公曰左右卒射", tally_officer.report(to="duke", at="east_steps_foot", facing="north", what="both_sides_shot", words="左右卒射"),
    "115 反位",            tally_officer.return_to_place(to="holder_west"),
    "116 坐委餘獲于中西",     when(LEFT_IN_HAND, tally_officer.kneel(at="holder_west"), tally_officer.put_tallies("tallies_in_hand", at="holder_west")),
    "117 興",             when(pose("tally_officer").is_("kneel"), tally_officer.rise()),
    "118 共而俟",           manner(tally_officer.wait(hands="joined")),
    name="告左右卒射"), english="the tally officer reports that both sides have shot")


def others_shoot(seniors: Sequence[Pair], rest: Sequence[Pair]) -> Score:
    """Pair after pair, those of rank first; what the last pair leaves in the tally officer’s hand he takes to the duke."""
    pairs = [*seniors, *rest]
    follower = dict(pairwise(pairs))
    leader = {after: before for before, after in follower.items()}

    def told_of(pair: Pair, score: Score) -> Score:
        if pair in seniors:
            return score
        return passage("DS2-07", "109 眾皆繼射", as_before("眾皆繼射", score), name="繼射")

    def goes(pair: Pair) -> Score:
        passes = passing(leader[pair], pair) if pair in leader else EMPTY
        eight = eight_taken_again if pair not in leader else seq(rest_laid_back, eight_taken_again)
        tallies = passage("DS2-07", "110 釋獲皆如初", as_before("釋獲皆如初", eight), name="釋獲如初")
        return together(told_of(pair, arms_and_goes_up(pair, passes)), tallies)

    def returns(pair: Pair) -> Score:
        passes = passing(pair, follower[pair]) if pair in follower else EMPTY
        return told_of(pair, comes_down(pair, passes))

    return seq(
        passage("DS2-07", "093 而后卿大夫繼射", law("step_on_mark.guest_seated"), name="繼射"),
        absent_rows(seniors, rest),
        pair_after_pair(pairs, goes, lambda pair: told_of(pair, shoots(pair)), returns, then=report))


def absent_rows(seniors: Sequence[Pair], rest: Sequence[Pair]) -> Score:
    """The rows of those whom this cast has not."""
    if seniors and rest:
        return EMPTY
    rows: list[str | Score] = []
    if not seniors and not rest:
        for row, words in ARMING_AND_RETURN:
            rows += [f"{row} {words}", nothing("此處公與賓之外無人射", "nobody but the duke and the guest shoots in this cast")]
    if not rest:
        rows += ["109 眾皆繼射", nothing("此處無眾耦繼射", "no others shoot in this cast")]
    return passage("DS2-07", *rows, name="無人繼射") if rows else EMPTY


ARMING_AND_RETURN = (
    ("094", "諸公卿取弓矢于次中"), ("095", "袒決遂"), ("096", "執弓"), ("097", "搢三挾一個"), ("098", "出"), ("099", "西面揖"),
    ("100", "揖如三耦"), ("101", "升射"), ("102", "卒射"), ("103", "降如三耦"), ("104", "適次"), ("105", "釋弓"),
    ("106", "說決拾"), ("107", "襲"), ("108", "反位"),
)
