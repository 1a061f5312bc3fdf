"""大射儀 再請射 (DS2-03) and 比耦 (DS2-04): leave for the second shooting is asked; all who will shoot are matched.

The guest is to shoot with the duke; grandees and ministers hear on the hall with whom they are paired;
the great officers must come down and stand in their row first; last come the other pairs (眾耦).
"""

from __future__ import annotations

from collections.abc import Sequence

from fsm.readings import dispute, held
from fsm.rites.dashe.company import Company
from fsm.rites.dashe.people import Pair, director, order
from fsm.score import (
    EMPTY, Actor, Score, as_before, block, each, forgoes, law, nothing, passage, reading, seq, specifies, together, unsaid,
)

duke, guest = Actor("duke"), Actor("guest")

# --- leave is asked ----------------------------------------------------------------------------------------------

second_asking = block("ASK", passage("DS2-03",
    "001 司射適西階西",     director.go(to="west_of_west_steps"),
    "002 倚扑",           seq(unsaid(director.lay_off_rod("rod"), by="zheng"), director.lean_rod("rod", at="west_of_west_steps"),
                             law("ask.no_rod")),
    "003 升自西階",        director.go_up(to="hall", by="west_steps"),
    "004 東面請射于公",     director.ask(to=duke, facing="east", for_="shoot", words="請射"),
    "005 公許",           seq(duke.grant(to=director, for_="shoot"), law("order.leave_granted")),
    name="再請射"), english="leave for the second shooting is asked and given")


# --- those on the hall -------------------------------------------------------------------------------------------

def told_above(company: Company) -> Score:
    """The guest, and the grandees and ministers, hear of their pairs where they are."""
    seniors = Actor(*company.seniors)
    return passage("DS2-04",
        "001 遂適西階上",      director.go(to="west_head"),
        "002 命賓御于公",      order(director, guest, "guest_attends_duke", "御于公"),
        "003 諸公卿則以耦告于上", director.report(to=seniors, what="partners", words="以耦告") if company.seniors
                              else nothing("此處無諸公卿與射", "neither grandee nor minister shoots in this cast"),
        "004 大夫則降",        nothing("總目，其事在 007 至 018", "heading of 007 to 018"),
        "005 即位而后告",       law("pair_off.in_place"),
        name="告于堂上")


# --- the great officers ------------------------------------------------------------------------------------------

def great_officers_come_down(company: Company) -> Score:
    """Asked to, and after the director; they take their places while he takes his."""
    officers = Actor(*company.great_officers)
    some = bool(company.great_officers)
    absent = nothing("此處無大夫與射", "no great officer shoots in this cast")
    in_the_row = passage("DS2-04",
        "011 大夫從之降",      officers.go_down(to="west_steps_foot", by="west_steps", after=director) if some else absent,
        "012 適次",           seq(officers.go(to="booth"), reading("DS-11",
                                 passing_by=unsaid(officers.go(to="booth_outside", facing="north"), by="zheng jia"),
                                 inside=unsaid(officers.enter(to="booth"), by="sheng"))) if some else absent,
        "013 立于三耦之南",     officers.stand(to="pairs_south") if some else absent,
        "014 西面北上",        specifies(facing="west", order="north_first") if some else absent,
        name="大夫就位")
    return seq(
        passage("DS2-04",
            "006 司射自西階上",     nothing("所立之處，見 007", "where he stands, at 007"),
            "007 北面告于大夫曰請降", director.report(to=officers, at="west_head", facing="north", words="請降") if some else absent,
            "008 司射先降",        seq(director.go_down(to="west_steps_foot", by="west_steps"), law("go_down.after")),
            name="請降"),
        together(
            passage("DS2-04",
                "009 搢扑",           director.belt_rod("rod", at="west_of_west_steps"),
                "010 反位",           director.return_to_place(to="director_place", facing="east"),
                name="搢扑反位"),
            in_the_row))


def charges(pair: Pair) -> Score:
    """With whom each is to shoot: the words honour the upper archer."""
    return block("CHARGE", passage("DS2-04",
        "017 命上射曰某御于子",  order(director, pair.upper, "attends_you", "某御於子"),
        "018 命下射曰子與某子射", order(director, pair.lower, "shoot_with", "子與某子射"),
        name="命耦"), english="each of the pair is told with whom he shoots")


def great_officers_matched(company: Company) -> Score:
    """From the senior pair on; a great officer whose upper archer is a minister hears his own half here (敖繼公)."""
    below = [p for p in company.ranked if p.lower.persons[0] in company.great_officers and p is not company.officer_pair]
    matched = [p for p in below if p.upper.persons[0] in company.great_officers]
    absent = nothing("此處無大夫與大夫為耦", "no two great officers shoot together in this cast")

    def told(pair: Pair) -> Score:
        if pair in matched:
            return charges(pair)
        return passage("DS2-04",
            "017 命上射曰某御于子",  nothing("卿已在堂上聞之，見 003", "a minister has heard it on the hall, at 003"),
            "018 命下射曰子與某子射", order(director, pair.lower, "shoot_with", "子與某子射"), name="命耦")

    place = seq(
        reading("DS-11", passing_by=EMPTY, inside=unsaid(director.go(to="booth"), by="ao")),
        reading("DS-12", northwest=director.stand(to="great_officers_northwest", facing="east"),
                         west=director.stand(to="great_officers_west", facing="east")))
    nobody = passage("DS2-04", "017 命上射曰某御于子", absent, "018 命下射曰子與某子射", absent, name="命耦")
    return passage("DS2-04",
        "015 司射東面于大夫之西北", place if company.great_officers else unsaid(director.go(to="booth"), by="ao"),
        "016 耦大夫與大夫",      seq(director.pair_off(to=_all(matched)) if matched else absent, each(below, told) if below else nobody),
        "019 卒",              nothing("大夫比畢", "the great officers are matched"),
        name="比大夫")


# --- the other pairs ---------------------------------------------------------------------------------------------

def others_matched(company: Company) -> Score:
    """From the row’s head on; whether they stand there before they are matched the text leaves open."""
    mixed = company.officer_pair
    row = Actor(*company.row_of_officers)
    if not row.persons:
        return passage("DS2-04",
            "020 遂比眾耦",        nothing("此處無眾耦", "no other pairs in this cast"),
            "021 眾耦立于大夫之南",  nothing("同 020", "as 020"),
            "022 西面北上",        nothing("同 020", "as 020"),
            "023 若有士與大夫為耦",  nothing("同 020", "as 020"),
            "024 則以大夫之耦為上",  nothing("同 020", "as 020"),
            "025 命大夫之耦曰",     nothing("同 020", "as 020"),
            "026 告于大夫曰",       nothing("同 020", "as 020"),
            "027 命眾耦如命三耦之辭", nothing("同 020", "as 020"),
            name="比眾耦")
    nobody = nothing("此處無士與大夫為耦", "no officer shoots with a great officer in this cast")
    return seq(
        together(
            passage("DS2-04",
                "020 遂比眾耦",        seq(unsaid(director.shift(dir="south", facing="east"), by="sheng"), director.pair_off(to=row)),
                name="比眾耦"),
            passage("DS2-04",
                "021 眾耦立于大夫之南",  row.stand(to="great_officers_south"),
                "022 西面北上",        specifies(facing="west", order="north_first"),
                "023 若有士與大夫為耦",  nothing("有無依人員而定", "whether there is one is a matter of the cast"),
                "024 則以大夫之耦為上",  nothing("021 之列以其為首", "he is named first in the row of 021") if mixed else nobody,
                name="眾耦就位")),
        passage("DS2-04",
            "025 命大夫之耦曰子與某子射", order(director, mixed.upper, "shoot_with", "子與某子射") if mixed else nobody,
            "026 告于大夫曰某御于子", director.report(to=mixed.lower, what="partners", words="某御於子") if mixed else nobody,
            "027 命眾耦如命三耦之辭", seq(each(company.others, lambda pair: as_before("命眾耦如命三耦之辭", charges(pair))),
                                     nothing("其辭見 DSB-19-044、045", "the words of DSB-19-044 and 045")),
            name="命眾耦"))


def all_matched(company: Company) -> Score:
    """The whole of 比耦."""
    return seq(
        told_above(company), great_officers_come_down(company), great_officers_matched(company), others_matched(company),
        passage("DS2-04",
            "028 諸公卿皆未降",     forgoes(Actor(*company.seniors).go_down()) if company.seniors
                                   else nothing("此處無諸公卿與射", "neither grandee nor minister shoots in this cast"),
            name="諸公卿未降"))


def _all(pairs: Sequence[Pair]) -> Actor:
    return Actor(*(person for pair in pairs for person in pair.persons))


DISPUTES = (
    dispute(
        "DS-11", "DS2-04-012", "大夫適次，入次否", "whether the great officers go into the booth",
        held("passing_by", "zheng jia", "過次之前而北，立於次外", "they pass in front of it and stand outside"),
        held("inside", "ao sheng", "入於次中", "they go in")),
    dispute(
        "DS-12", "DS2-04-015", "大夫之西北，或大夫之西、比耦", "north-west of the great officers, or west of them and then “matches”",
        held("northwest", "sheng zhu ao", "「北」不誤：立於其西北", "“north” stands: he is to their north-west"),
        held("west", "zhang", "「北」當作「比」：立於其西而比耦", "read “matches” for “north”: he is to their west")),
)
