"""大射儀 再取矢 (DS2-08): the arrows are fetched again; those of guest and ministers are bundled."""

from __future__ import annotations

from fsm.rites.dashe.company import Company
from fsm.rites.dashe.people import attendant, marshal
from fsm.rites.dashe.s02_arrows_fetched import (
    arrows_laid, bearers_return, counted, fetching_ordered, marshal_lays_down_bow, marshal_orders_fetching, missing_arrows_fetched, rack_set,
)
from fsm.rites.dashe.second_round_begins import SEATS
from fsm.score import (
    EMPTY, Actor, Score, as_before, block, editorial, law, nothing, passage, reading, seq, together, unsaid, when,
)
from fsm.terms import Term
from fsm.vocabulary.rules import level

arrow_keeper = Actor("arrow_keeper")

marshal_orders_again = passage("DS2-08",
    "001 司馬袒執弓升",      as_before("袒執弓升", marshal_orders_fetching, without=["DS2-02-005", "DS2-02-011"]),
    "002 命取矢如初",       as_before("命取矢如初", fetching_ordered),
    name="司馬命取矢")

bearers_return_again = passage("DS2-08",
    "003 負侯許諾",        as_before("許諾如初", bearers_return, without=["DS2-02-013", "DS2-02-014", "DS2-02-015"]),
    "004 以旌負侯如初",      as_before("以旌負侯如初", bearers_return, without=["DS2-02-012", *(f"DS2-01-0{n}" for n in (42, 44, 45, 46, 47, 48))]),
    name="負侯許諾以旌負侯")

marshal_goes_down = passage("DS2-08",
    "005 司馬降釋弓如初",     as_before("降釋弓如初", seq(rack_set, marshal_lays_down_bow), without=[f"DS2-02-0{n}" for n in (17, 18, 19, 20)]),
    name="司馬降釋弓")


def bundled(at: str) -> Score:
    """The arrows of guest, grandees, ministers and great officers, each man's tied by itself."""
    return passage("DS2-08",
        "007 賓諸公卿大夫之矢皆異束", attendant.bundle_arrows("arrow", at=at, with_="grass_band"),
        "008 卒",            nothing("束畢；敖繼公以為衍字", "the tying is done; Áo Jìgōng strikes the word out"),
        name="束矢")


arrows_laid_again = passage("DS2-08",
    "006 小臣委矢于楅如初",    as_before("委矢于楅如初", seq(arrows_laid, counted, missing_arrows_fetched)),
    name="委矢乘矢")

checked_again = passage("DS2-08",
    "009 正坐左右撫之",      seq(unsaid(marshal.go(to="rack_south"), by="sheng"), marshal.kneel(facing="north"),
                             marshal.check_arrows("arrow", at="rack_south"), law("check_arrows.full")),
    "010 進束",           seq(editorial(unsaid(marshal.rise())),
                             reading("DS-34", on_the_rack=seq(unsaid(marshal.go(to="rack"), by="sheng"), marshal.advance_bundles("bundle")),
                                              brought_forward=marshal.advance_bundles("bundle", at="rack"))),
    "011 反位",           marshal.return_to_place(to="marshal_place"),
    name="撫矢進束")

arrows_handed_in = passage("DS2-08",
    "012 賓之矢則以授矢人",    seq(attendant.hand_over("arrow", owner="guest", to=arrow_keeper, at="below_west_hall"),
                             unsaid(attendant.hand_over("arrow", owner="duke", to=arrow_keeper, at="east_of_hall"), by="zheng")),
    "013 司馬釋弓反位",       nothing("重言以明卿升之節，其事在 005", "told again, to say when the ministers go up: done at 005"),
    name="授矢人")


def take_their_seats(company: Company) -> Score:
    """Those of rank who are below go up again: all, or the great officers alone if the others never came down."""
    def up(*persons: str) -> Score:
        return seq(Actor(*persons).go_up(to="hall"), *(
            Actor(*members).take_seat(to=seat) for role, seat in SEATS.items()
            if (members := [p for p in persons if p.startswith(f"{role}.")])))

    seniors, great = company.seniors, company.great_officers
    cases: list[Score] = []
    if seniors and great:
        cases = [when(below(seniors) & below(great), up(*seniors, *great)), when(below(great), up(*great))]
    elif seniors or great:
        cases = [when(below(seniors or great), up(*seniors, *great))]
    return passage("DS2-08",
        "014 而後卿大夫升就席",   seq(*cases) if cases else nothing("此處無尊者與射", "nobody of rank shoots in this cast"),
        name="卿大夫升就席")


def below(persons: tuple[str, ...]) -> Term:
    return level(persons[0]).is_("court")


def score(company: Company) -> Score:
    """The order of the acts; the ministers go up before the arrows are laid, though told last."""
    arrows = block("ARROWS", arrows_laid_again,
        reading("DS-34", on_the_rack=bundled("rack"), brought_forward=bundled("mid_court")),
        checked_again, arrows_handed_in, english="the arrows are laid, bundled, checked and handed in")
    seats = take_their_seats(company)
    return seq(
        marshal_orders_again,
        together(bearers_return_again, seq(
            marshal_goes_down,
            reading("DS-35", before_laying=seats, as_written=EMPTY),
            arrows,
            reading("DS-35", before_laying=EMPTY, as_written=seats))))
