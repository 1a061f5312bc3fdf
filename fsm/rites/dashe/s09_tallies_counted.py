"""大射儀 數獲 (DS2-09): the tallies are counted, right before left, and the result is told to the duke."""

from __future__ import annotations

from fsm.counting import FORMS, Form, announcement, heaps, loose, odd, pairs, said_odd, said_pairs, surplus
from fsm.rites.dashe.people import director, tally_officer
from fsm.score import (
    Actor, Score, Step, as_before, block, law, manner, nothing, passage, property_, reading, seq, specifies, together,
    unsaid, when,
)
from fsm.terms import Term
from fsm.vocabulary.rules import RESULT, in_hand, laid
from fsm.vocabulary.rules.tallies import EIGHT

duke = Actor("duke")
RIGHT, LEFT = laid("right"), laid("left")
HELD = in_hand("tally_officer")
"""The surplus, once he has taken it up."""

director_watches = passage("DS2-09",
    "001 司射適階西",       director.go(to="west_of_west_steps"),
    "002 釋弓",           seq(director.lay_down_bow(at="west_of_west_steps"), unsaid(director.put("arrow"), by="ao jia")),
    "003 去扑",           director.lay_off_rod("rod"),
    "004 襲",            seq(unsaid(director.gear_off(), by="ao"), director.cover(), law("cover.bow_down")),
    "005 進由中東",         director.go(to="holder_east"),
    "006 立于中南",         director.stand(to="holder_south"),
    "007 北面視算",         director.watch("tally", facing="north"),
    name="司射視算")


# --- counting -----------------------------------------------------------------------------------------------------

def rest_laid(tallies: Term, side: str) -> Score:
    """Loose pairs crosswise below the heaps, the odd one lengthwise below the pairs."""
    return passage("DS2-09",
        "014 有餘純則橫諸下",     when(loose(tallies) > 0, tally_officer.put_tallies("tally_pair", at=f"{side}_pile", lie="crosswise", tally_pairs=loose(tallies))),
        "015 一算為奇",         property_("奇為一算", "an odd one is one tally", thing="odd_tally", tallies=1),
        "016 奇則又縮諸純下",     when(odd(tallies) > 0, tally_officer.put_tallies("odd_tally", at=f"{side}_pile", lie="lengthwise", odd=1)),
        "017 興",            tally_officer.rise(),
        name="餘純與奇")


right_counted = block("RIGHT", passage("DS2-09",
    "008 釋獲者東面于中西坐",   seq(unsaid(tally_officer.shift(dir="south"), by="zheng"), tally_officer.kneel(facing="east")),
    "009 先數右獲",         seq(tally_officer.count_tallies("right_tallies", side="right"), law("count_tallies.right_first")),
    "010 二算為純",         property_("純為二算", "a pair is two tallies", thing="tally_pair", tallies=2),
    "011 一純以取實于左手",    when(pairs(RIGHT) > 0, tally_officer.take_tallies("tally_pair", what="pair", tally_pairs=pairs(RIGHT)),
                                                 manner(tally_officer.put_tallies("tally_pair", at="left_hand"))),
    "012 十純則縮而委之",     when(heaps(RIGHT) > 0, tally_officer.put_tallies("tally_pair", at="right_pile", lie="lengthwise")),
    "013 每委異之",         specifies(heaps=heaps(RIGHT)),
    name="數右獲"), rest_laid(RIGHT, "right"), english="the right is counted")

left_counted = block("LEFT", passage("DS2-09",
    "018 自前適左",         tally_officer.go(to="left_pile", via="holder_east"),
    "019 東面坐",          tally_officer.turn(facing="east"),
    "020 坐兼斂算",         seq(tally_officer.kneel(), unsaid(tally_officer.count_tallies("left_tallies", side="left"), by="ao"),
                              when(LEFT > 0, tally_officer.take_tallies("left_tallies", what="all"))),
    "021 實于左手",         when(LEFT > 0, manner(tally_officer.put_tallies("left_tallies", at="left_hand"))),
    "022 一純以委",         when(pairs(LEFT) > 0, tally_officer.put_tallies("tally_pair", at="left_pile", tally_pairs=pairs(LEFT))),
    "023 十則異之",         specifies(heaps=heaps(LEFT)),
    "024 其餘如右獲",        as_before("其餘如右獲", rest_laid(RIGHT, "right"), changes={"right": "left", "right_pile": "left_pile"}),
    name="數左獲"), english="the left is counted")


# --- the report ---------------------------------------------------------------------------------------------------

surplus_taken = seq(
    passage("DS2-09",
        "025 司射復位",        law("take_tallies.director_back"),
        "027 取賢獲執之",       seq(when(surplus(RIGHT, LEFT) > 0, tally_officer.take_tallies("surplus_tallies", what="surplus", n=surplus(RIGHT, LEFT))),
                              law("take_tallies.counted")),
        name="取賢獲"),
    passage("DS2-09",
        "037 若左右鈞",        when(RESULT.is_("none") & RIGHT.is_(LEFT), passage("DS2-09",
            "038 則左右各執一算",    tally_officer.take_tallies("tally", what="one_each", n=2), name="各執一算")),
        name="左右鈞"))


def told(better: str, form: Form | None = None) -> Step:
    """The result as he tells it, by the form in which an odd number is said."""
    number = {} if form is None else {"tally_pairs": said_pairs(HELD, form), "odd": said_odd(HELD, form)}
    words = announcement(better, 0 if form is None else HELD, form or "one_odd")
    return tally_officer.report(to=duke, facing="north", what="result", winner=better, words=words, **number)


def told_in_numbers(better: str) -> Score:
    return reading("DS-75", **{form: told(better, form) for form in FORMS})


result_told = passage("DS2-09",
    "028 由阼階下",         tally_officer.go(to="east_steps_foot"),
    "029 北面告于公",        law("report.counted_first"),
    "030 若右勝",          when(RESULT.is_("right"), passage("DS2-09", "031 則曰右賢於左", told_in_numbers("right"), name="右勝")),
    "032 若左勝",          when(RESULT.is_("left"), passage("DS2-09", "033 則曰左賢於右", told_in_numbers("left"), name="左勝")),
    "034 以純數告",         nothing("031、033 所言純數", "the number of pairs in the sentences of 031 and 033"),
    "035 若有奇者",         nothing("所餘有奇，見 036", "where the surplus is odd: 036"),
    "036 亦曰奇",          nothing("031、033 所言奇", "the odd one in the sentences of 031 and 033"),
    "037 若左右鈞",         when(RESULT.is_("level"), passage("DS2-09", "039 曰左右鈞", told("level"), name="鈞")),
    name="告于公")

tallies_put_back = passage("DS2-09",
    "040 還",            tally_officer.turn(),
    "041 復位",           tally_officer.return_to_place(to="holder_west"),
    "042 坐兼斂算",         seq(tally_officer.kneel(), tally_officer.take_tallies("tally", what="all")),
    "043 實八算于中",        tally_officer.put_tallies("eight_tallies", at="holder", n=EIGHT),
    "044 委其餘于中西",       tally_officer.put_tallies("reserve_tallies", at="holder_west"),
    "045 興",            tally_officer.rise(),
    "046 共而俟",          manner(tally_officer.wait(hands="joined")),
    name="斂算")

back_to_his_place = passage("DS2-09", "025 司射復位", director.return_to_place(to="director_place", facing="east"), name="司射復位")
he_advances = passage("DS2-09", "026 釋獲者遂進", tally_officer.go(), name="釋獲者進")


def score() -> Score:
    return seq(
        director_watches, right_counted, left_counted, together(back_to_his_place, he_advances), surplus_taken,
        block("RESULT", result_told, english="the result is told"), tallies_put_back)
