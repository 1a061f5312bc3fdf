"""Counting the tallies: the rules against the counting done by hand, for every number that can lie on a side."""

from __future__ import annotations

from itertools import product

import pytest

from fsm.counting import (
    FORMS,
    HEAP,
    PAIR,
    WAYS,
    Form,
    Laid,
    evened,
    heaps,
    laid_out,
    loose,
    number,
    odd,
    pairs,
    said_odd,
    said_pairs,
    sentence,
    surplus,
)
from fsm.rules import Rulebook
from fsm.terms import Value
from fsm.vocabulary.rules.pitch_pot import PITCH_POT
from fsm.vocabulary.rules.tallies import TALLIES
from fsm.world import Register, Schema

MOST = 80
DIGITS = "〇一二三四五六七八九"


def counted_by_hand(side: str, tallies: int) -> tuple[Laid, ...]:
    """The right is taken up by pairs, ten pairs laid at a time; the left is in the hand and laid pair by pair."""
    found: list[Laid] = []
    ground, hand = (tallies, 0) if side == "right" else (0, tallies)
    if side == "right":
        while ground >= 2:
            ground, hand = ground - 2, hand + 2
            if hand == 20:
                found.append(Laid(20, "lengthwise", 0))
                hand = 0
        rest, one = hand, ground
    else:
        rest = 0
        while hand >= 2:
            hand, rest = hand - 2, rest + 2
            if rest == 20:
                found.append(Laid(20, "lengthwise", 0))
                rest = 0
        one = hand
    if rest:
        found.append(Laid(rest, "crosswise", 1))
    if one:
        found.append(Laid(1, "lengthwise", 2))
    return tuple(found)


def in_chinese(count: int) -> str:
    tens, ones = divmod(count, 10)
    return ("" if tens < 2 else DIGITS[tens]) + ("十" if tens else "") + (DIGITS[ones] if ones else "")


def said_by_hand(right: int, left: int, form: Form) -> str:
    """One is taken from either side until one side is bare."""
    while right and left:
        right, left = right - 1, left - 1
    over = right + left
    if not over:
        return "左右鈞"
    whole = 0
    while over >= 2 and (form != "all_odd" or (right + left) % 2 == 0):
        whole, over = whole + 1, over - 2
    words = "右賢於左" if right else "左賢於右"
    if whole:
        words += in_chinese(whole) + "純"
    if over:
        words += "奇" if form == "odd" else in_chinese(over) + "奇"
    return words


@pytest.mark.parametrize("side", ["right", "left"])
def test_what_lies_is_what_counting_by_hand_leaves(side: str) -> None:
    for tallies in range(MOST + 1):
        lying = laid_out(tallies)
        assert lying == counted_by_hand(side, tallies)
        assert sum(group.tallies for group in lying) == tallies
        assert [group.row for group in lying] == sorted(group.row for group in lying)


def test_pairs_heaps_and_the_odd_one_make_up_the_whole() -> None:
    for tallies in range(MOST + 1):
        whole, full, rest, one = map(number, (pairs(tallies), heaps(tallies), loose(tallies), odd(tallies)))
        assert whole * PAIR + one == tallies
        assert full * HEAP + rest == whole
        assert one in (0, 1)
        assert 0 <= rest < HEAP


@pytest.mark.parametrize("form", FORMS)
def test_the_sentence_is_that_of_counting_by_hand(form: Form) -> None:
    for right, left in product(range(MOST + 1), repeat=2):
        assert sentence(right, left, form) == said_by_hand(right, left, form)


def test_the_numbers_announced_are_the_surplus() -> None:
    for right, left in product(range(MOST + 1), repeat=2):
        over = number(surplus(right, left))
        assert over == abs(right - left)
        assert number(evened(right, left)) + over == max(right, left)
        for form in FORMS:
            assert number(said_pairs(over, form)) * PAIR + number(said_odd(over, form)) == over


@pytest.mark.parametrize(
    ("right", "left", "form", "words"),
    [
        (9, 0, "one_odd", "右賢於左四純一奇"),
        (9, 0, "odd", "右賢於左四純奇"),
        (9, 0, "all_odd", "右賢於左九奇"),
        (3, 4, "one_odd", "左賢於右一奇"),
        (3, 4, "odd", "左賢於右奇"),
        (14, 4, "all_odd", "右賢於左五純"),
        (80, 0, "one_odd", "右賢於左四十純"),
        (6, 6, "all_odd", "左右鈞"),
    ],
)
def test_examples(right: int, left: int, form: Form, words: str) -> None:
    assert sentence(right, left, form) == words


def test_right_and_left_are_counted_in_opposite_ways() -> None:
    right, left = WAYS["right"], WAYS["left"]
    assert (right.gathered, left.gathered) == (False, True)
    assert (right.place, left.place) == ("right_pile", "left_pile")
    assert right.at_a_time == HEAP
    assert left.at_a_time == 1


# --- the same rules as effects on registers ----------------------------------------------------------------------

WHOLE = 2 * MOST + 8
COUNTS = ("laid[right]", "laid[left]", "reserve", "in_hand[tally_officer]")
SCHEMA = Schema(
    [
        *(Register(name, tuple(range(WHOLE + 1)), 0) for name in COUNTS),
        Register("holder_n", (0, 8), 8),
        Register("result", ("none", "right", "left", "level"), "none"),
        Register("counted[right]", (False, True), True),
        Register("counted[left]", (False, True), True),
    ]
)
BOOK = Rulebook((*PITCH_POT, *TALLIES))
HELD = (*COUNTS, "holder_n")


def after(world: tuple[Value, ...], verb: str, **details: Value) -> tuple[Value, ...]:
    bound: dict[str, Value] = {"actor": "tally_officer", **details}
    return SCHEMA.after(world, BOOK.effects(verb, [bound], SCHEMA))


def test_no_tally_is_lost_when_the_surplus_is_taken_and_all_is_gathered() -> None:
    for right, left in {(r, other) for r in range(MOST + 1) for other in (0, 1, r // 2, r, MOST)}:
        lying: dict[str, Value] = {"laid[right]": right, "laid[left]": left, "reserve": WHOLE - 8 - right - left}
        world, over = SCHEMA.set(SCHEMA.initial, lying), abs(right - left)
        if over:
            taken = after(world, "take_tallies", object="surplus_tallies", what="surplus", n=over)
        else:
            taken = after(world, "take_tallies", object="tally", what="one_each", n=2)
        read = SCHEMA.reader(taken)
        assert read("result") == ("right" if right > left else "left" if left > right else "level")
        assert read("in_hand[tally_officer]") == (over or 2)
        assert read("laid[right]") == read("laid[left]")
        assert sum(int(read(name)) for name in HELD) == WHOLE
        gathered = SCHEMA.reader(after(taken, "take_tallies", object="tally", what="all"))
        assert gathered("reserve") == WHOLE - 8
        assert gathered("laid[right]") == gathered("laid[left]") == gathered("in_hand[tally_officer]") == 0
