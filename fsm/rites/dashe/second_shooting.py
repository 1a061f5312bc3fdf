"""The second round of 大射 but for the duke's own shooting: DS2-06, DS2-08 and DS2-09, each as a part.

DS2-06 begins with the pairs in the booth, covered and without bows, and the men back at the targets.
DS2-07 stands between it and DS2-08 and may be left out: what is here asks nothing of it.
"""

from __future__ import annotations

from fsm.readings import Note, dispute, held
from fsm.rites.archery import registers_of_tallies, rules_of_a_new_round
from fsm.rites.dashe import s06_shooting_counted as s06
from fsm.rites.dashe import s08_arrows_fetched_again as s08
from fsm.rites.dashe import s09_tallies_counted as s09
from fsm.rites.dashe.company import Company
from fsm.rites.part import Part
from fsm.rules import needs, rule
from fsm.vocabulary.rules import WHAT, counted, loc, only
from fsm.vocabulary.rules.tallies import EACH, EIGHT, SURPLUS
from fsm.world import Register

TALLIES = 80
"""箭籌八十 is the number of the district archery; here the text gives none."""


def tallies_in_all(company: Company) -> int:
    """Enough for every pair's eight, the duke's among them, and eight in the holder besides."""
    return max(TALLIES, EIGHT * (len(company.everyone) + 2))


# --- the pairs shoot for tallies ----------------------------------------------------------------------------------

def shooting_counted(company: Company) -> Part:
    """DS2-06, in which the three pairs shoot."""
    return Part(
        s06.score(company.pairs),
        standing={"tally_officer": "holder_west", "vice_attendant": "court", "lesser_scribe": "holder_west", "duke": "ruler_seat"},
        registers=registers_of_tallies(tallies_in_all(company)),
        rules=rules_of_a_new_round(),
    )


# --- the arrows fetched again, the tallies counted ----------------------------------------------------------------

def arrows_fetched_again(company: Company) -> Part:
    """DS2-08."""
    return Part(s08.score(company))


def tallies_counted() -> Part:
    """DS2-09."""
    yes_no = (False, True)
    return Part(
        s09.score(),
        registers=(
            Register("counted[right]", yes_no, False), Register("counted[left]", yes_no, False),
            Register("sleeve[archery_director]", ("covered", "bared"), "bared"),
            Register("gear[archery_director]", yes_no, True),
            Register("bow[archery_director]", ("none", "strung"), "strung"),
        ),
        rules=(
            rule("take_tallies",
                 needs("take_tallies.director_back", only(SURPLUS | EACH, loc("archery_director").is_("director_place")), "司射既復位，方取賢獲", "the director is back at his place")),
            rule("report",
                 needs("report.counted_first", only(WHAT.is_("result"), counted("right") & counted("left")), "左右皆數訖，方告", "both sides are counted before the result is told")),
        ),
    )


# --- disputes -----------------------------------------------------------------------------------------------------

DISPUTES = (
    dispute(
        "DS-17", "DS2-06-015", "司射命設中之位", "where the director stands to have the holder set",
        held("one_place", "zheng sheng", "始終北面，立于所設中之南", "facing north all along, south of where it is to stand"),
        held("two_places", "ao", "先西面命之，乃少西南行而北面", "first facing west to give the order, then a little southwest, facing north"),
    ),
    dispute(
        "DS-18", "DS2-06-024", "大史之算誰執", "who brings the tallies",
        held("himself", "ao", "不言受算，則大史自執", "he himself: nothing is said of receiving them"),
        held("handed", "jia", "國君官多，使人執之", "another for him: a ruler has officers enough"),
    ),
    dispute(
        "DS-19", "DS2-06-029", "離維綱", "“caught in ties and cords”",
        held("grazing", "zheng", "離，過也獵也", "grazing them in passing"),
        held("sticking", "ao jiang sheng", "離，麗也，著于維綱", "sticking in them"),
        note=Note("腳本以此語報之，所報即為公之獲；何矢當之，在見者",
                  "a script reports such an arrow by these words, and so reported it counts for the duke; "
                  "which arrows the words fit is for those to say who see them"),
    ),
    dispute(
        "DS-20", "DS2-06-031", "公中三侯", "what the duke may hit",
        held("any_target", "zheng ao hao sheng", "值中一侯即釋獲", "any of the three targets"),
        held("any_centre", "jiang", "中三侯之中", "the centre of any of the three"),
    ),
    dispute(
        "DS-21", "DS2-06-037", "貫", "“piercing”",
        held("centre", "zheng jia", "貫猶中也：中鵠即釋", "hitting the centre: every hit that is called is tallied"),
        held("stays", "ao yishu", "中而不脫方為貫", "hitting and holding: a hit that falls out is called, not tallied"),
    ),
    dispute(
        "DS-33", "DS2-08-009", "「卒正坐」", "“the tying done, 正 kneels”",
        held("marshal", "zheng", "正，司馬正也", "正 is the marshal"),
        held("words_lost", "sheng", "卒為束畢，正上脫司馬二字", "the tying is done; “marshal” is lost before 正"),
        held("word_extra", "ao", "卒字衍", "the word “done” is extra"),
        note=Note("諸說皆以司馬正於束畢行之", "on every reading the marshal does it when the bundles are tied"),
    ),
    dispute(
        "DS-34", "DS2-08-010", "進束", "“forward, the bundles”",
        held("on_the_rack", "zheng sheng", "束于楅上，撫畢少進而親整其束", "tied on the rack; he steps forward and sets them right himself"),
        held("brought_forward", "hao", "數眾矢畢，乃進所束之矢于楅", "when the others are counted the bundles are brought to the rack"),
    ),
    dispute(
        "DS-35", "DS2-08-014", "卿大夫何時升", "when ministers and great officers go up",
        held("before_laying", "zheng zhang", "司馬釋弓反位即升，在委矢之前", "as soon as the marshal is back, before the arrows are laid"),
        held("as_written", "", "如文次", "where the text tells it, last"),
    ),
    dispute(
        "DS-36", "DS2-09-019", "「東面坐，坐」", "“facing east kneels, kneels”",
        held("one_extra", "ao", "上坐字衍，鄉射無之", "the first is extra; the district archery has it not"),
        note=Note("坐惟一次；惟此一說", "he kneels once; only one position is held"),
    ),
    dispute(
        "DS-43", "DS2-09-027", "計獲以黨以身", "whether a man's own hits are kept besides his side's",
        held("both", "jia", "飲罰據一黨，助祭取一身", "the cup goes by sides, the sacrifice by the man"),
        held("sides", "sheng", "左右計之，不分各耦", "by sides alone"),
        note=Note("助祭在射禮之外；所告不及一人之獲", "the sacrifice lies outside the rite; nothing is announced of single men"),
    ),
    dispute(
        "DS-75", "DS2-09-036", "奇數如何告", "how an odd number is announced",
        held("one_odd", "zheng zhu", "若干純若干奇：四純一奇", "so many pairs and so many odd: “four pairs and one odd”"),
        held("odd", "jia", "奇則一也，不言若干：四純奇", "the odd one is one, and goes unnumbered: “four pairs, odd”"),
        held("all_odd", "kong", "九算曰九奇", "nine is “nine odd”"),
    ),
)  # fmt: skip

__all__ = ["DISPUTES", "arrows_fetched_again", "shooting_counted", "tallies_counted", "tallies_in_all"]
