"""大射儀 飲不勝者 (DS2-10), the others: guest and those of rank on the hall, the duke, an officer alone, the other pairs."""

from __future__ import annotations

from collections.abc import Sequence

from fsm.readings import Note, dispute, held
from fsm.rites.dashe.company import Company
from fsm.rites.dashe.people import Pair
from fsm.rites.dashe.s01_three_pairs_shoot import back_in_place
from fsm.rites.dashe.s10a_pairs_drink import (
    CUP, by_result, empties_the_cup, filled_again, one_after_another, servant, steward,
)
from fsm.score import (
    EMPTY, Actor, Score, Step, as_before, block, each, editorial, forgoes, law, manner, nothing, passage, reading, seq, together,
    unsaid, when,
)
from fsm.vocabulary.rules.registers import RESULT, level

SEATS = {"guest": "guest_seat", "grandees": "grandee_seat", "ministers": "minister_seat", "great_officers": "officer_seat"}
HORN, IVORY, COMMON = "duke_penalty_horn", "duke_penalty_ivory", "duke_penalty_common"

duke, guest, chief_attendant = Actor("duke"), Actor("guest"), Actor("chief_attendant")
usher = Actor("chief_archer_officer", office="usher")


# --- on the hall -------------------------------------------------------------------------------------------------

def losers_of_rank(company: Company, side: str) -> tuple[str, ...]:
    """The guest and those of rank, if the side has won against them, in order of rank."""
    if side == "right":
        return tuple(p.lower.persons[0] for p in company.ranked)
    of_rank = (p.upper.persons[0] for p in company.ranked)
    return ("guest", *(p for p in of_rank if not p.startswith("officers.")))


def stays_above(person: Actor) -> Score:
    """He neither comes down nor takes a bow."""
    return passage("DS2-10",
        "053 則不降",          law("go_down.drinks_above"),
        "054 不執弓",          forgoes(person.take_bow()),
        name="不降不執弓")


def drinks_on_the_hall(person: str, first: bool) -> Score:
    """From his mat to the head of the west steps and back; the cup is washed for the first alone (敖繼公)."""
    who, seat = Actor(person), SEATS[person.partition(".")[0]]
    wash = passage("DS2-10", "056 僕人師洗", seq(
        when(level("servants_master").is_("hall"), unsaid(editorial(servant.go_down(to="west_steps_foot", by="west_steps")))),
        servant.wash(CUP, at="basin")), name="洗") if first else EMPTY
    return seq(
        wash,
        passage("DS2-10",
            "057 升實觶",         seq(servant.go_up(to="west_head", by="west_steps") if first else EMPTY, servant.pour(CUP, from_="common_jar")),
            "058 以授",          seq(servant.hand_over(CUP, to=who), law("hand_over.pairs_drunk", "hand_over.cup_held")),
            "059 賓諸公卿大夫受觶于席", who.receive(CUP, at=seat, from_=servant),
            "060 以降",          who.leave_seat(),
            "061 適西階上",        who.go(to="west_head"),
            "062 北面立飲",        manner(who.drink(CUP, facing="north", posture="standing", completing=False)),
            "063 卒觶",          who.drink(CUP, at="west_head", facing="north", posture="standing"),
            "064 授執爵者",        who.hand_over(CUP, to=servant),
            "065 反就席",         who.take_seat(to=seat),
            name="受觶立飲"))


def partner_below(officer: Actor, drinking: Score) -> Score:
    """A great officer’s partner, who has won, does not go up; where he is meanwhile is disputed."""
    stands = unsaid(seq(officer.bare(at="booth"), officer.gear_up(at="booth"), officer.take_bow("bow", at="booth", state="strung"), officer.stand(to="line")), by="ao")
    back = unsaid(seq(officer.lay_down_bow(), officer.gear_off(), officer.cover(), back_in_place(officer)), by="ao")

    def told(score: Score) -> Score:
        return passage("DS2-10", "055 耦不升", score, name="耦不升")

    return seq(
        told(seq(law("go_up.partner_stays"), reading("DS-39", takes_no_part=EMPTY, stands_in_the_line=stands))),
        drinking,
        told(reading("DS-39", takes_no_part=EMPTY, stands_in_the_line=back)))


def those_of_rank_drink(company: Company) -> Score:
    """One after the other from the one cup."""
    mixed = company.officer_pair

    def by(side: str) -> Score:
        losers = losers_of_rank(company, side)

        def one(person: str) -> Score:
            drinking = seq(stays_above(Actor(person)), drinks_on_the_hall(person, person == losers[0]))
            below = mixed is not None and person == mixed.lower.persons[0]
            return partner_below(mixed.upper, drinking) if mixed and below else drinking

        return each(losers, one, label="each loser of rank")

    partners = nothing("尊者自為耦，則在席", "those of rank who shoot together keep their mats") if mixed is None else nothing("見大夫飲時", "at the drinking of his great officer")
    return seq(
        passage("DS2-10",
            "051 三耦卒飲",        law("hand_over.pairs_drunk"),
            "052 若賓諸公卿大夫不勝",  nothing("孰飲依勝負而定", "which of them drink, the result decides"),
            "055 耦不升",         partners,
            name="賓諸公卿大夫不勝"),
        block("RANK", by_result(by), english="guest, ministers and great officers drink on the hall"))


# --- the duke ----------------------------------------------------------------------------------------------------

def bows_below() -> Score:
    """A bow below the hall, which is declined."""
    return seq(guest.go_down(to="west_steps_foot", by="west_steps"), guest.bow(to=duke, completing=False))


def bows_above() -> Score:
    return seq(guest.go_up(to="west_head", by="west_steps"), guest.bow(to=duke, n=2, head_to_ground=True))


def declines() -> Step:
    return chief_attendant.decline(to=guest, for_="bow_below")


def goes_up_and_pours(cup: str, jar: str) -> Score:
    return seq(guest.go_up(to="west_head", by="west_steps"), guest.pour(cup, from_=jar))


answers = duke.bow_in_return(to=guest, n=2)

duke_is_served = block("SERVE_DUKE", passage("DS2-10",
    "066 若飲公",          nothing("左不勝則飲公，公為左", "if the left has lost, for the duke shoots for the left"),
    "067 則侍射者降",        guest.go_down(to="west_steps_foot", by="west_steps"),
    "068 洗角觶",          guest.wash(HORN, at="basin"),
    "069 升酌散",          goes_up_and_pours(HORN, "common_jar"),
    "070 降拜",           bows_below(),
    "071 公降一等",         duke.go_down(steps=1, by="east_steps"),
    "072 小臣正辭",         seq(declines(), law("decline.bow_below")),
    "073 賓升再拜稽首",       bows_above(),
    "074 公答再拜",         seq(answers, law("bow_in_return.owed")),
    "075 賓坐祭",          seq(guest.kneel(), guest.libate("wine", from_=HORN), law("libate.cup_full")),
    "076 卒爵",           seq(guest.drink(HORN), law("drink.bow_answered")),
    "077 再拜稽首",         guest.bow(to=duke, n=2, head_to_ground=True),
    "078 公答再拜",         answers,
    "079 賓降",           seq(guest.go_down(to="west_steps_foot", by="west_steps"), law("go_down.bow_answered")),
    "080 洗象觶",          guest.wash(IVORY, at="basin"),
    "081 升酌膳",          goes_up_and_pours(IVORY, "ruler_jar"),
    "082 以致",           seq(guest.present_cup(IVORY, to=duke, at="food_south"), law("present_cup.cup_full")),
    "083 下拜",           bows_below(),
    "084 小臣正辭",         declines(),
    "085 升再拜稽首",        bows_above(),
    "086 公答再拜",         answers,
    "087 公卒觶",          seq(duke.drink(IVORY), law("drink.lords_wine")),
    name="飲公"), english="the guest drinks, then serves the duke")

flanking_cup = block("FLANK", passage("DS2-10",
    "088 賓進受觶",         seq(guest.go(to="ruler_seat_front"), guest.receive(IVORY, from_=duke), law("receive.cup_there")),
    "089 降洗散觶",         seq(guest.go_down(to="west_steps_foot", by="west_steps"), guest.wash(COMMON, at="basin")),
    "090 升實散",          goes_up_and_pours(COMMON, "common_jar"),
    "091 下拜",           bows_below(),
    "092 小臣正辭",         declines(),
    "093 升再拜稽首",        bows_above(),
    "094 公答再拜",         answers,
    "095 賓坐不祭",         seq(guest.kneel(), law("libate.not_the_flanking_cup")),
    "096 卒觶",           guest.drink(COMMON),
    "097 降奠于篚",         seq(guest.go_down(to="west_steps_foot", by="west_steps"), guest.put(COMMON, at="basket")),
    "098 階西東面立",        guest.stand(to="west_of_west_steps", facing="east"),
    "099 擯者以命升賓",       usher.call_up(to=guest, for_="seat", words="升"),
    "100 賓升就席",         seq(guest.go_up(to="west_head", by="west_steps"), guest.take_seat(to="guest_seat")),
    name="夾爵"), english="the guest drinks once more, and takes his seat")

duke_drinks = when(RESULT.is_("right"), duke_is_served, flanking_cup)


# --- an officer alone, and the other pairs -----------------------------------------------------------------------

def officer_drinks_alone(pair: Pair | None) -> Score:
    """If a great officer’s partner has lost: the great officer, who has won, keeps his mat."""
    if pair is None:
        absent = nothing("此處無士與尊者為耦", "no officer shoots with one of rank in this cast")
        return passage("DS2-10", "101 若諸公卿大夫之耦不勝", absent, "102 則亦執弛弓", absent, "103 特升飲", absent, name="特升飲")
    officer = Actor(*pair.upper.persons, office="partner")
    alone = seq(
        officer.leave(to="booth_outside", from_="booth"),
        officer.go_up(to="west_head", by="west_steps"))
    return when(RESULT.is_("left"), passage("DS2-10",
        "101 若諸公卿大夫之耦不勝", nothing("士為上射，右不勝則與之俱不勝", "the officer is the upper archer, so he has lost with the right"),
        "102 則亦執弛弓",       officer.take_bow("bow", at="booth", state="unstrung"),
        "103 特升飲",         seq(
            together(as_before("特升飲", filled_again()), alone), as_before("特升飲", empties_the_cup(officer)),
            officer.go_down(to="west_steps_foot", by="west_steps"),
            officer.go(to="booth"), officer.lay_down_bow(at="booth"), back_in_place(officer)),
        name="特升飲"))


cleared_away = passage("DS2-10",
    "106 射爵辯",          law("clear_away.all_drunk"),
    "107 乃徹豐與觶",        together(
        seq(steward.clear_away("cup_stand"), unsaid(steward.put("cup_stand", at="west_of_hall"), by="zheng")),
        seq(servant.clear_away(CUP), when(level("servants_master").is_("hall"), unsaid(servant.go_down(to="west_steps_foot", by="west_steps"), by="zheng")),
            unsaid(servant.put(CUP, at="basket"), by="zheng"))),
    name="徹豐與觶")


def other_pairs_drink(pairs: Sequence[Pair]) -> Score:
    """As the three pairs; the cup is filled for each of them."""
    def told(pair: Pair, score: Score) -> Score:
        return passage("DS2-10", "105 如三耦", as_before("如三耦", score), name="如三耦")

    some = nothing("如三耦，見 105", "as the three pairs, at 105") if pairs else nothing("此處無眾耦", "there are no other pairs in this cast")
    return seq(
        passage("DS2-10", "104 眾皆繼飲射爵", some, "105 如三耦", some, name="眾皆繼飲"),
        one_after_another(pairs, told, lambda pair: told(pair, filled_again()), cleared_away))


DISPUTES = (
    dispute(
        "DS-37", "DS2-10-001", "司射命設豐於何處", "where the director orders the stand",
        held("west_of_hall", "ao", "亦適堂西命之", "west of the hall, where he goes first"),
        note=Note("惟此一說；其適堂西依之補出", "only one position is held; that he goes there is supplied on its word")),
    dispute(
        "DS-38", "DS2-10-021", "「皆升飲射爵」是否一事", "whether “all go up and drink” is an act of its own",
        held("heading", "ao", "目下事，非別有一升", "a heading for what follows"),
        note=Note("惟此一說：若別為一事則人再升", "only one position is held: as an act everybody would go up twice")),
    dispute(
        "DS-39", "DS2-10-055", "耦不升，時在何處", "where the partner is while one of rank drinks",
        held("takes_no_part", "zheng", "耦，士也；諸公卿或闕，士為之耦，不升", "he is an officer, of whomever of rank he is the partner; he stays below, and no more is said"),
        held("stands_in_the_line", "ao", "惟士與大夫為耦者；立於射位，大夫既飲，乃釋弓反位", "he, a great officer’s partner alone, stands bow in hand at the shooting line until the other has drunk")),
    dispute(
        "DS-40", "DS2-10-056", "僕人師每獻洗否", "whether the cup is washed for each",
        held("first_only", "ao", "承賤者後，新之；其次則不洗", "for the first alone, because it comes from lesser men"),
        note=Note("惟此一說，從之", "only one position is held, and followed")),
    dispute(
        "DS-41", "DS2-10-101", "「諸公卿」三字", "whether an officer may be partner of a duke or minister",
        held("may_be", "zheng", "此耦亦士也，通諸公卿大夫言", "the partner is an officer here too, of any of rank"),
        held("words_extra", "ao", "諸公卿無與士為耦者，三字衍", "none is partner of a duke or minister: the words are extra"),
        note=Note("孰與孰耦定於比耦，經惟言士為大夫之耦：人員無他",
                  "who is whose partner is settled when the pairs are matched, and of that the text tells only where an "
                  "officer is a great officer’s: no cast has another")),
    dispute(
        "DS-42", "DS2-10-068", "角觶", "the horn goblet",
        held("horn_goblet", "zhang", "兕角所為之觶，三升", "a goblet of horn, of three pints"),
        note=Note("惟此一說；非四升之角", "only one position is held; it is no horn cup (角) of four pints")),
)
