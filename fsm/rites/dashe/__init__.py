"""大射儀, the Great Archery of a ruler with his ministers.

Encoded: DS2-01 to DS2-12, from the first shooting to the thanks after the second.  The stretch begins as the
demonstration shooting leaves things.
"""

from __future__ import annotations

from dataclasses import replace

from fsm.rite import CastKey, Composition, Definition, Inherited, Section, Setting
from fsm.rites.archery import tallies_inherited, with_hands
from fsm.rites.dashe import first_disputes, s03_s04_pairs_matched, s05_arrows_taken
from fsm.rites.dashe.company import Company
from fsm.rites.dashe.duke_and_ranks_shoot import DISPUTES as DISPUTES_OF_THE_DUKE, duke_and_ranks_shoot
from fsm.rites.dashe.first_round import first_round
from fsm.rites.dashe.losers_drink import DISPUTES as DISPUTES_OF_THE_DRINK, losers_drink
from fsm.rites.dashe.offerings import DISPUTES as DISPUTES_OF_THE_OFFERINGS, offerings
from fsm.rites.dashe.second_round_begins import second_round_begins
from fsm.rites.dashe.second_shooting import (
    DISPUTES as DISPUTES_OF_THE_COUNT, arrows_fetched_again, shooting_counted, tallies_counted,
)
from fsm.rites.part import composition
from fsm.score import Citation

SECTIONS = (
    Section("DS2-01", "三耦射", "The three pairs shoot"),
    Section("DS2-02", "取矢加于楅", "The arrows are fetched and laid on the rack"),
    Section("DS2-03", "再請射", "Leave is asked for the second shooting"),
    Section("DS2-04", "比耦", "The pairs are matched"),
    Section("DS2-05", "三耦取矢于楅", "The three pairs take arrows from the rack"),
    Section("DS2-06", "三耦再射", "The three pairs shoot again, for tallies"),
    Section("DS2-07", "公及賓諸公卿大夫皆射", "The duke, the guest and all others shoot"),
    Section("DS2-08", "再取矢", "The arrows are fetched again"),
    Section("DS2-09", "數獲", "The tallies are counted"),
    Section("DS2-10", "飲不勝者", "The losers drink"),
    Section("DS2-11", "獻獲者之屬", "A cup is offered to the markers and their like"),
    Section("DS2-12", "獻釋獲者", "A cup is offered to the tally officer"),
)

CAST = (
    CastKey("pairs", tuple(range(1, 13)), 3, "耦數（三耦）", "pairs of archers (three in the text)"),
    CastKey("other_pairs", tuple(range(5)), 1, "眾耦數", "other pairs of officers, from the second round on"),
    CastKey("grandees", (0, 1), 0, "諸公", "grandees"),
    CastKey("ministers", tuple(range(5)), 2, "卿", "ministers"),
    CastKey("great_officers", tuple(range(7)), 2, "大夫", "great officers"),
    CastKey("officer_with_great_officer", ("no", "yes"), "no", "士與大夫為耦", "an officer shoots with the last great officer, if they are odd"),
)

DISPUTES = (
    *first_disputes.DISPUTES, *s03_s04_pairs_matched.DISPUTES, *s05_arrows_taken.DISPUTES,
    *DISPUTES_OF_THE_COUNT, *DISPUTES_OF_THE_DUKE, *DISPUTES_OF_THE_DRINK, *DISPUTES_OF_THE_OFFERINGS,
)


def company(setting: Setting) -> Company:
    """Who shoots, from the cast."""
    return Company(
        setting.number("pairs"), setting.number("other_pairs"), setting.number("grandees"), setting.number("ministers"),
        setting.number("great_officers"), setting.cast["officer_with_great_officer"] == "yes",
    )


GIVEN = {
    **{side: tallies_inherited(side, since="DS2-07", until="DS2-09") for side in ("right", "left")},
    "result": Inherited("result", since="DS2-10", until="DS2-10", decided_by=("right", "left")),
}

HANDS_SAID = Citation("DSB-19-002", "袒決遂", by=("zheng",))
"""The classic does not say which hand and which arm; 鄭玄 says it once, where the director first arms."""


def compose(setting: Setting) -> Composition:
    """The parts that are encoded, one after the other."""
    shooters = company(setting)
    centre_only = setting.position("DS-20", ("any_target", "any_centre")) == "any_centre"
    served_first = setting.position("DS-45", ("two", "one", "one_then_his_man"))
    parts = [
        first_round(shooters.pairs), second_round_begins(shooters), shooting_counted(shooters),
        duke_and_ranks_shoot(shooters, centre_only), arrows_fetched_again(shooters), tallies_counted(),
        losers_drink(shooters), offerings(shooters, served_first),
    ]
    whole = composition(parts)
    return replace(whole, score=with_hands(whole.score, HANDS_SAID), given=GIVEN)


DASHE = Definition(
    id="dashe", zh="大射儀", en="The Great Archery", source="儀禮 大射儀 (盛世佐 儀禮集編 卷十四)",
    sections=SECTIONS, cast=CAST, disputes=DISPUTES, compose=compose,
)
