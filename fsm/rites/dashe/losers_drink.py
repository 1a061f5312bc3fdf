"""DS2-10 飲不勝者 as one part: the side that has lost drinks.

It begins as the count leaves things: the result is told, the pairs are in the booth, covered and without bows,
those of rank on their mats, the director at his place without his rod.  Where the sides are level nobody drinks.
"""

from __future__ import annotations

from collections.abc import Iterable

from fsm.rites.dashe import s10a_pairs_drink as s10a
from fsm.rites.dashe import s10b_those_of_rank_drink as s10b
from fsm.rites.dashe.company import Company
from fsm.rites.dashe.people import Pair
from fsm.rites.part import Part
from fsm.rules import ACTOR, Rule, needs, rule, sets
from fsm.score import EMPTY, Score, nothing, passage, together, when
from fsm.terms import Term, all_of, any_of, if_
from fsm.vocabulary.rules.cups import BASKET, ONE_SIDE_WON, PENALTY, STAND_FOOT, STAND_SET, STAND_TOP, cup_at, drunk
from fsm.vocabulary.rules.registers import OBJECT, RESULT, TEAM, TO, only
from fsm.world import Register

DISPUTES = s10b.DISPUTES


def score(company: Company) -> Score:
    """The order of the acts, if one side has won."""
    archers = (*company.three, *company.others)
    return when(ONE_SIDE_WON,
        s10a.stand_set, s10a.first_cup,
        s10a.drinking_ordered(archers),
        together(s10a.director_back, s10a.armed_as_ordered(archers)),
        s10a.heading,
        absent_rows(company),
        s10a.three_pairs_drink(company.three, then=s10b.those_of_rank_drink(company)),
        s10b.duke_drinks,
        s10b.officer_drinks_alone(company.officer_pair),
        s10b.other_pairs_drink(company.others))


def absent_rows(company: Company) -> Score:
    """What is told of the pairs after the first, where there is but one."""
    if len(company.three) > 1:
        return EMPTY
    alone = nothing("此處三耦惟一耦", "there is but one of the three pairs in this cast")
    return passage("DS2-10",
        "046 僕人師繼酌射爵", alone, "047 取觶實之", alone, "048 反奠于豐上", alone, "049 退俟于序端", alone,
        "050 升飲者如初", alone, name="繼酌")


# --- what acts require because of who is there -------------------------------------------------------------------

def _lost(persons: Iterable[str]) -> Term:
    return ACTOR.is_in(*persons) & ONE_SIDE_WON & TEAM.is_not(RESULT)


def rules_of_the_drinking(company: Company) -> tuple[Rule, ...]:
    """Who must have drunk before what; who stays where he is while the stand is set."""
    def losers(pairs: Iterable[Pair], side: str) -> list[str]:
        return [p for pair in pairs for p in s10a.loser_of(pair, side).persons]

    def all_drunk(right_won: Iterable[str], left_won: Iterable[str]) -> Term:
        return any_of(RESULT.is_("right") & all_of(*map(drunk, right_won)), RESULT.is_("left") & all_of(*map(drunk, left_won)))

    three = all_drunk(losers(company.three, "right"), losers(company.three, "left"))
    everybody = all_drunk([*losers(company.everyone, "right"), "duke"], [*losers(company.everyone, "left"), "guest"])
    of_rank = ("guest", *company.seniors, *company.great_officers)
    officer = company.officer_pair.upper.persons[0] if company.officer_pair else "officers.1"
    penalty = ACTOR.is_("servants_master") & PENALTY
    all_persons = ("duke", "guest", *(p for pair in company.everyone for p in pair.persons))
    return (
        # With the stand set up a drinking begins anew.
        rule("set_up", *(sets(drunk(p), if_(OBJECT.is_("cup_stand"), False, drunk(p))) for p in all_persons)),
        rule("hand_over",
             needs("hand_over.pairs_drunk", only(penalty & TO.is_in(*of_rank), three), "三耦卒飲，乃酌授尊者", "the three pairs have drunk before it is handed to those of rank")),
        rule("go_down",
             needs("go_down.drinks_above", only(_lost(of_rank), ~STAND_SET), "賓諸公卿大夫不勝，不降", "those of rank who have lost do not come down for the penalty")),
        rule("go_up",
             needs("go_up.partner_stays", only(ACTOR.is_(officer) & TEAM.is_(RESULT), ~STAND_SET), "大夫不勝，其耦不升", "the partner of one of rank who has lost does not go up")),
        rule("libate",
             needs("libate.not_the_flanking_cup", cup_at(s10b.COMMON).is_not(ACTOR), "夾爵不祭", "of the cup that he drinks after the duke he makes no offering")),
        rule("clear_away",
             needs("clear_away.all_drunk", only(OBJECT.is_in("cup_stand", s10a.CUP), everybody), "射爵辯，乃徹", "all losers have drunk before stand and cup are cleared away")),
    )


# --- how things stand --------------------------------------------------------------------------------------------

def registers(company: Company) -> tuple[Register, ...]:
    """Besides the places.  Bows may be unstrung from here on."""
    yes_no = (False, True)
    archers = [p for pair in (*company.three, *company.others) for p in pair.persons]
    if company.officer_pair:
        archers += company.officer_pair.upper.persons
    everybody = ["guest", "duke", *(p for pair in company.everyone for p in pair.persons)]
    holders = (BASKET, STAND_TOP, STAND_FOOT, "winners_youth", "servants_master", *everybody)
    return (
        Register("result", ("none", "right", "left", "level"), "none"),
        *(Register(f"bow[{p}]", ("none", "strung", "unstrung"), "none") for p in archers),
        *(Register(f"sleeve[{p}]", ("covered", "bared"), "covered") for p in archers),
        *(Register(f"gear[{p}]", yes_no, False) for p in archers),
        *(Register(f"pose[{p}]", ("stand", "kneel"), "stand") for p in archers),
        Register("sleeve[archery_director]", ("covered", "bared"), "covered"),
        Register("bow[archery_director]", ("none", "strung"), "none"),
        Register("rod[archery_director]", ("belt", "off", "leaned"), "off"),
        Register("stand_set", yes_no, False),
        Register("cup_at[stand_cup]", holders, BASKET),
        Register(f"cup_at[{s10b.HORN}]", (BASKET, "guest"), BASKET),
        Register(f"cup_at[{s10b.IVORY}]", (BASKET, "guest", "duke"), BASKET),
        Register(f"cup_at[{s10b.COMMON}]", (BASKET, "guest"), BASKET),
        *(Register(f"cup_fill[{cup}]", ("empty", "lord", "common"), "empty") for cup in CUPS),
        *(Register(f"cup_clean[{cup}]", yes_no, False) for cup in CUPS),
        Register("owed[guest]", ("none", "duke"), "none"),
        *(Register(f"drunk[{p}]", yes_no, False) for p in everybody),
    )


CUPS = (s10a.CUP, s10b.HORN, s10b.IVORY, s10b.COMMON)


def losers_drink(company: Company) -> Part:
    """DS2-10 for those who have shot."""
    archers = [p for pair in (*company.three, *company.others) for p in pair.persons]
    of_rank = (*company.seniors, *company.great_officers)
    officer = company.officer_pair.upper.persons if company.officer_pair else ()
    return Part(
        score(company),
        standing={
            "archery_director": "director_place", "steward_officer": "west_of_hall", "winners_youth": "west_side",
            "archer_officer": "west_side", "servants_master": "court", "duke": "ruler_seat", "guest": "guest_seat",
            **dict.fromkeys((*archers, *officer), "booth"),
            **{p: s10b.SEATS[p.partition(".")[0]] for p in of_rank},
        },
        registers=registers(company),
        rules=rules_of_the_drinking(company),
        groups={**company.groups, "cup_bearer": ("servants_master",)},  # 執爵者
        facts={**company.facts, "duke": {"team": "left"}, "guest": {"team": "right"}},
    )


__all__ = ["DISPUTES", "losers_drink"]
