"""What the archery rites share: pairs of archers, the officers of the shooting, and what acts require in every round.

Nothing here cites a clause: the pages of each rite do (`fsm.score.law`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from fsm.rite import Inherited
from fsm.rules import Rule, needs, rule, sets
from fsm.score import Actor, Citation, Score, Step, edit_steps
from fsm.terms import Value, all_of, if_
from fsm.vocabulary.rules import (
    ACKNOWLEDGED, ARROWS_LAID, CONTENT, COUNTED, FOR, RESULT, SHORT_NOW, TO, WARNED, WHAT, arrows, laid, level, loc, only,
    ordered,
)
from fsm.vocabulary.rules.tallies import EIGHT
from fsm.world import Register

FOUR = 4
"""Arrows of each archer, and of the demonstration."""

# --- who -----------------------------------------------------------------------------------------------------------

director, marshal, tally_officer = Actor("archery_director"), Actor("marshal"), Actor("tally_officer")


class Pair(Actor):
    """A pair of archers: the upper (right, west) and the lower (left, east).

    They are upper_archer.n and lower_archer.n, unless they are named.
    """

    def __init__(self, number: int, upper: str = "", lower: str = "") -> None:
        self.number = number
        self.upper = Actor(upper or f"upper_archer.{number}")
        self.lower = Actor(lower or f"lower_archer.{number}")
        super().__init__(*self.upper.persons, *self.lower.persons)

    def facts(self, target: str) -> dict[str, dict[str, Value]]:
        """What is always true of the two: his partner, his side, the target he shoots at."""
        upper, lower = self.persons
        return {
            upper: {"partner": lower, "team": "right", "own_target": target},
            lower: {"partner": upper, "team": "left", "own_target": target},
        }


def order(speaker: Actor, to: Actor, content: str, words: str, facing: str | None = None) -> Step:
    """A command: its content, for the rules, and the words spoken."""
    return speaker.order(to=to, content=content, words=words, facing=facing)


# --- how things stand ------------------------------------------------------------------------------------------------


def registers_of_archers(archers: Iterable[str], armed: bool) -> tuple[Register, ...]:
    """All that the rules of shooting ask of an archer, his place excepted: armed and his arrows in hand, or not yet."""
    who, yes_no = list(archers), (False, True)
    return (
        *(Register(f"sleeve[{p}]", ("covered", "bared"), "bared" if armed else "covered") for p in who),
        *(Register(f"gear[{p}]", yes_no, armed) for p in who),
        *(Register(f"bow[{p}]", ("none", "strung", "unstrung"), "strung" if armed else "none") for p in who),
        *(Register(f"arrows[{p}]", tuple(range(FOUR + 1)), FOUR if armed else 0) for p in who),
        *(Register(f"nocked[{p}]", yes_no, armed) for p in who),
    )


def registers_of_tallies(whole: int) -> tuple[Register, ...]:
    """All that the rules of tallies ask, the place of the tally officer excepted; `whole`: how many tallies there are."""
    several, yes_no = tuple(range(whole + 1)), (False, True)
    return (
        Register("permit[tallies]", ("none", "asked", "granted"), "none"),
        Register("holder_set", yes_no, False), Register("holder_n", (0, EIGHT), 0),
        Register("in_hand[tally_officer]", several, 0), Register("reserve", several, whole),
        Register("laid[right]", several, 0), Register("laid[left]", several, 0),
        Register("untallied", ("none", "right", "left"), "none"),
        Register("result", ("none", "right", "left", "level"), "none"),
        Register("pose[tally_officer]", ("stand", "kneel"), "stand"),
    )


def tallies_inherited(side: str, since: str, until: str) -> Inherited:
    """The tallies that lie on a side, until they are counted in the section `until`."""
    return Inherited(
        f"laid[{side}]", since=since, until=until, out_of="reserve", most=laid(side),
        zh="每一矢至多釋一算，這一方此前所射之矢不多於此（可用 --cast 增加射者）",
        en="there is one tally for an arrow at most, and no more arrows of this side have been shot (--cast adds archers)",
    )


# --- what acts require -----------------------------------------------------------------------------------------------


def rules_of_shooting(archers: Iterable[str]) -> tuple[Rule, ...]:
    """What acts require and change because of all the archers of the first round; the men at the targets are the rite’s own."""
    who = list(archers)
    return (
        rule("order",
             needs("order.hall_empty", only(CONTENT.is_("fetch_arrows"), all_of(*(level(p).is_not("hall") for p in who))), "射者皆降，方命取矢", "all archers have come down"),
             sets(ordered(CONTENT), True),
             sets(WARNED, if_(CONTENT.is_("no_hit_marker"), True, WARNED))),
        rule("salute", sets(ACKNOWLEDGED, if_(TO.is_("archery_director"), True, ACKNOWLEDGED))),
        rule("shoot",
             needs("shoot.director_back", loc("archery_director").is_("director_place"), "司射既反位，乃射", "the director is back at his place")),
        rule("report",
             needs("report.all_shot", only(WHAT.is_("shooting_done"), all_of(*(arrows(p).is_(0) for p in who))), "三耦卒射，方告", "all pairs have shot")),
    )


def rules_of_a_new_round() -> tuple[Rule, ...]:
    """The call opens a round anew: nobody is warned yet, no arrow fetched, no result known."""
    opens = FOR.is_("shoot")
    return (
        rule("call_up",
             sets(WARNED, if_(opens, False, WARNED)), sets(ACKNOWLEDGED, if_(opens, False, ACKNOWLEDGED)),
             sets(ordered("fetch_arrows"), if_(opens, False, ordered("fetch_arrows"))),
             sets(ARROWS_LAID, if_(opens, False, ARROWS_LAID)), sets(COUNTED, if_(opens, False, COUNTED)),
             sets(SHORT_NOW, if_(opens, False, SHORT_NOW)), sets(RESULT, if_(opens, "none", RESULT))),
        rule("order", sets(WARNED, if_(CONTENT.is_in("no_hit_marker", "no_pierce_no_tally"), True, WARNED))),
    )


# --- on which hand ---------------------------------------------------------------------------------------------------

HANDS = {"ring": "right", "guard": "left"}


def with_hands(score: Score, said: Citation) -> Score:
    """The score with the hand of the ring and the arm of the guard at every act of arming; `said`: on whose word."""

    def told(step: Step) -> Step:
        if step.act != "gear_up":
            return step
        cites = (*step.detail_cites, *((name, said) for name in HANDS))
        return replace(step, details=(*step.details, *HANDS.items()), detail_cites=cites)

    return edit_steps(score, told)
