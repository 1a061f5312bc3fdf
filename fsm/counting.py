"""Counting the tallies (數獲): pairs and the odd one, heaps of ten pairs, the surplus, the sentence announced.

The arithmetic is said once, as terms over whatever holds the numbers (registers, or plain numbers), so that
what a rite performs, what a checker expects and what these functions work out are the same.  Who counts faces
east: lengthwise (縮) is east and west for him, crosswise (橫) north and south, below (下) the side near him.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from fsm.terms import Term, Value, absolute, concat, evaluate, if_, lookup, numeral, term

Number = int | Term
Side = Literal["right", "left"]
Form = Literal["one_odd", "odd", "all_odd"]

PAIR = 2
"""二算為純: tallies in a pair."""
HEAP = 10
"""十純: pairs in a heap."""

FORMS: tuple[Form, ...] = ("one_odd", "odd", "all_odd")
"""How an odd surplus is said: 四純一奇, 四純奇, 九奇."""

SENTENCES: Mapping[str, Value] = MappingProxyType({"right": "右賢於左", "left": "左賢於右", "level": "左右鈞"})
"""Result → the words announced, before the number."""


# --- numbers -----------------------------------------------------------------------------------------------------


def pairs(tallies: Number) -> Term:
    """The pairs (純) in so many tallies."""
    return term(tallies) // PAIR


def odd(tallies: Number) -> Term:
    """The odd one (奇): 0 or 1."""
    return term(tallies) % PAIR


def heaps(tallies: Number) -> Term:
    """The heaps of ten pairs."""
    return pairs(tallies) // HEAP


def loose(tallies: Number) -> Term:
    """The pairs left over from the heaps (餘純)."""
    return pairs(tallies) % HEAP


def surplus(right: Number, left: Number) -> Term:
    """賢獲: both sides made even, what is left."""
    return absolute(term(right) - term(left))


def evened(right: Number, left: Number) -> Term:
    """What lies on either side once the surplus is taken away."""
    return if_(term(right) < term(left), right, left)


def result(right: Number, left: Number) -> Term:
    """Which side is the better: right, left or level."""
    return if_(term(left) < term(right), "right", if_(term(right) < term(left), "left", "level"))


# --- the sentence ------------------------------------------------------------------------------------------------


def said_pairs(margin: Number, form: Form) -> Term:
    """The number of pairs that is announced."""
    return if_(odd(margin).is_(0), pairs(margin), 0) if form == "all_odd" else pairs(margin)


def said_odd(margin: Number, form: Form) -> Term:
    """The number of odd ones that is announced."""
    return if_(odd(margin).is_(0), 0, margin) if form == "all_odd" else odd(margin)


def announcement(better: Term | str, margin: Number, form: Form) -> Term:
    """The sentence: who is the better, by how many pairs, and whether there is an odd one."""
    whole, over = said_pairs(margin, form), said_odd(margin, form)
    ending = "奇" if form == "odd" else concat(numeral(over), "奇")
    return concat(
        lookup(SENTENCES, better),
        if_(whole > 0, concat(numeral(whole), "純"), ""),
        if_(over > 0, ending, ""),
    )


# --- where they lie ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Laid:
    """Tallies that lie together: how many, and how they lie; `row` counts from the far side towards him who counts."""

    tallies: int
    lie: Literal["lengthwise", "crosswise"]
    row: int


@dataclass(frozen=True, slots=True)
class Way:
    """How a side is counted.

    gathered: all are taken into the left hand first; otherwise they are taken up from the ground by pairs.
    at_a_time: pairs laid down at a time.  place, towards: the pile, and which way he moves to it.
    """

    gathered: bool
    at_a_time: int
    place: str
    towards: Literal["south", "north"]


WAYS: Mapping[Side, Way] = MappingProxyType(
    {
        "right": Way(gathered=False, at_a_time=HEAP, place="right_pile", towards="south"),
        "left": Way(gathered=True, at_a_time=1, place="left_pile", towards="north"),
    }
)
"""The left is counted the other way about, from the hand to the ground; what then lies is alike."""


def laid_out(tallies: int) -> tuple[Laid, ...]:
    """How a side lies once counted: heaps lengthwise, each apart; below loose pairs crosswise; the odd one last."""
    full, rest, one = (number(part) for part in (heaps(tallies), loose(tallies), odd(tallies)))
    found: list[Laid] = [Laid(HEAP * PAIR, "lengthwise", 0)] * full
    if rest:
        found.append(Laid(rest * PAIR, "crosswise", 1))
    if one:
        found.append(Laid(one, "lengthwise", 2))
    return tuple(found)


def number(expression: Term) -> int:
    """The value of a term in which no register is left."""
    return int(_value(expression))


def sentence(right: int, left: int, form: Form) -> str:
    """The announcement for so many tallies on either side."""
    return str(_value(announcement(result(right, left), surplus(right, left), form)))


def _value(expression: Term) -> Value:
    no_registers: dict[str, Value] = {}
    return evaluate(expression, no_registers.__getitem__)


__all__ = [
    "FORMS",
    "HEAP",
    "PAIR",
    "SENTENCES",
    "WAYS",
    "Form",
    "Laid",
    "Side",
    "Way",
    "announcement",
    "evened",
    "heaps",
    "laid_out",
    "loose",
    "number",
    "odd",
    "pairs",
    "result",
    "said_odd",
    "said_pairs",
    "sentence",
    "surplus",
]
