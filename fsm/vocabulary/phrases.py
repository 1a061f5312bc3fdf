"""Phrases of the classic as acts: 袒決遂執弓 is to bare the arm, put on ring and guard, take the bow.

A phrase is split into as few units as possible.  A unit is a fixed phrase (an alias, one
act or several with their details) or a verb; a direction may stand before it (北面揖) and
an object, a place, a person or fixed words behind it (奠爵, 適堂西, 請射于賓, 命去侯).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from ..actions import Value
from .folding import beginnings, fold
from .names import find, index, starts
from .tables import read_rows, table

Act = tuple[str, Mapping[str, Value]]
"""A verb id with the details the phrase fixes."""

Acts = tuple[Act, ...]

LONGEST = 80
"""A longer text is no phrase but prose; it is not split."""

MOST = 8
"""So many equally good splits are kept; more say no more to a reader."""

_FILLERS = frozenset("皆乃又而则焉")
_PREPOSITIONS = frozenset("于自在")
_TO_PLACES = frozenset({"go", "enter", "leave", "put", "stand"})
_TO_PERSONS = frozenset(
    {"salute", "bow", "bow_in_return", "see_off"}
    | {"order", "report", "say", "ask", "decline", "call_up", "reply", "grant"}
    | {"offer_cup", "pledge_cup", "return_cup", "present_cup", "hand_over"}
)
_WITH_WORDS = frozenset({"say", "report", "ask", "order", "reply", "assent", "call_up"})
_WITHOUT_OBJECT = frozenset(
    {"rise", "kneel", "sit_down", "stand", "turn", "wait", "salute", "bow", "bow_in_return", "bare", "cover"}
    | {"go", "go_up", "go_down", "enter", "leave", "withdraw", "return_to_place", "shift", "make_way", "walk_abreast"}
    | {"pass_left", "take_seat", "leave_seat", "step_on_mark", "close_feet", "gear_up", "gear_off", "lay_off_rod"}
    | {"lean_rod", "belt_rod", "shoot", "demonstrate", "say", "grant", "assent", "reply", "drink", "call_hit"}
)
_DIRECTIONS = ("north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest")
_FIRST = ("north_first", "south_first", "east_first", "west_first")


def _value(text: str) -> Value:
    if text in ("yes", "no"):
        return text == "yes"
    return int(text) if text.isdecimal() else text


def _details(text: str) -> Mapping[str, Value]:
    pairs = (item.partition("=") for item in text.split(",") if item)
    return MappingProxyType({key: _value(value) for key, _, value in pairs})


@functools.cache
def _readings() -> Mapping[str, tuple[Acts, ...]]:
    """Folded phrase -> its readings as acts (several where the table has it more than once)."""
    found: dict[str, list[Acts]] = {}
    for row in read_rows("aliases"):
        acts = tuple(
            (verb, _details(fixed)) for verb, fixed in zip(row["verbs"].split("+"), row["sets"].split("+"), strict=True)
        )
        for phrase in row["zh"].split(" "):
            found.setdefault(fold(phrase), []).append(acts)
    return MappingProxyType({phrase: tuple(acts) for phrase, acts in found.items()})


@functools.cache
def aliases() -> Mapping[str, Acts]:
    """Folded phrase -> the acts it stands for (its first reading)."""
    return MappingProxyType({phrase: readings[0] for phrase, readings in _readings().items()})


@functools.cache
def _chinese(kind: str) -> Mapping[str, str]:
    """Folded Chinese name -> id.  The letters of English names have no place inside a Chinese phrase."""
    found: dict[str, str] = {}
    for entry in table(kind).values():
        for title in entry.zh:
            found.setdefault(fold(title), entry.id)
    return MappingProxyType(found)


@functools.cache
def _longest(kind: str) -> int:
    return max(map(len, _chinese(kind)))


@functools.cache
def _longest_alias() -> int:
    return max(map(len, _readings()))


@functools.cache
def _facings() -> Mapping[str, str]:
    """北面 -> north …, folded."""
    return MappingProxyType({fold(f"{table('value')[id].zh[0]}面"): id for id in _DIRECTIONS})


@functools.cache
def _orders() -> Mapping[str, str]:
    """北上 -> north_first …, folded."""
    return MappingProxyType({fold(title): id for id in _FIRST for title in table("value")[id].zh})


def _known(text: str, start: int, kind: str, shortest: int = 1) -> Iterator[tuple[int, str]]:
    """(end, id) of the names of the kind that begin at the start."""
    names = _chinese(kind)
    for end in range(start + shortest, min(len(text), start + _longest(kind)) + 1):
        if id := names.get(text[start:end]):
            yield end, id


def _persons(text: str, start: int) -> Iterator[tuple[int, str]]:
    """(end, id) of roles, numbered members included, that begin at the start."""
    for end in range(start + 1, min(len(text), start + _longest("role")) + 1):
        if len(ids := find(text[start:end], "role")) == 1:
            yield end, ids[0]


def _with(acts: Acts, key: str, value: Value) -> Acts:
    """The acts with one more detail of the last."""
    *before, (verb, fixed) = acts
    return (*before, (verb, MappingProxyType({**fixed, key: value})))


Unit = tuple[int, int, Acts]
"""Where it ends, how many parts hang on it, the acts."""


def _places_and_persons(text: str, at: int, unit: Unit) -> Iterator[Unit]:
    """The unit with a place or a person behind it, beginning at `at`."""
    _, parts, acts = unit
    verb, fixed = acts[-1]
    after_preposition = at > unit[0]
    if "place" not in fixed and (after_preposition or verb in _TO_PLACES):
        # One comes out *from* a place; of all other moves the place is where they lead.
        key = "from" if verb == "leave" else "place"
        for end, id in _known(text, at, "place"):
            yield end, parts + 1, _with(acts, key, id)
    if "addressee" not in fixed and (after_preposition or verb in _TO_PERSONS):
        for end, id in _persons(text, at):
            yield end, parts + 1, _with(acts, "addressee", id)


def _extended(text: str, unit: Unit) -> Iterator[Unit]:
    """The unit by itself and with what may follow it."""
    end, parts, acts = unit
    yield unit
    verb, fixed = acts[-1]
    longer = [unit]
    if "object" not in fixed and verb not in _WITHOUT_OBJECT:
        longer += [(after, parts + 1, _with(acts, "object", id)) for after, id in _known(text, end, "object")]
    for each in longer:
        if each is not unit:
            yield each
        yield from _places_and_persons(text, each[0], each)
        if each[0] < len(text) and text[each[0]] in _PREPOSITIONS:
            yield from _places_and_persons(text, each[0] + 1, each)
    if verb in _WITH_WORDS and "words" not in fixed:
        for after, id in _known(text, end, "words", shortest=2):
            yield after, parts + 1, _with(acts, "words", id)


def _heads(text: str, start: int) -> Iterator[Unit]:
    """The aliases and verbs that begin at the start."""
    for end in range(start + 1, min(len(text), start + _longest_alias()) + 1):
        for acts in _readings().get(text[start:end], ()):
            yield end, 0, acts
    for end, verb in _known(text, start, "verb"):
        yield end, 0, ((verb, MappingProxyType({})),)


def _units(text: str, start: int) -> Iterator[Unit]:
    """All units that begin at the start."""
    for head in _heads(text, start):
        yield from _extended(text, head)
    for size in (2, 3):
        facing = _facings().get(text[start : start + size])
        if facing is None or start + size > len(text):
            continue
        after = start + size
        turned: Acts = (("turn", MappingProxyType({"facing": facing})),)
        yield after, 0, turned
        if first := _orders().get(text[after : after + 2]):
            yield after + 2, 0, _with(turned, "order", first)
        for end, parts, acts in _heads(text, after):
            (verb, fixed), *others = acts
            if "facing" not in fixed:
                faced = ((verb, MappingProxyType({**fixed, "facing": facing})), *others)
                yield from _extended(text, (end, parts, faced))


def _reachable(text: str) -> dict[int, list[Unit]] | None:
    """The units at every position that units from the beginning lead to; None if none leads to the end.

    Most texts that are no phrases fail at their first characters, and cost no more than those.
    """
    size = len(text)
    units: dict[int, list[Unit]] = {}
    reached = {0}
    for start in range(size):
        if start not in reached:
            continue
        units[start] = list(_units(text, start))
        reached.update(end for end, _, _ in units[start])
        if text[start] in _FILLERS:
            reached.add(start + 1)
    return units if size in reached else None


def _best(text: str) -> list[Acts]:
    """The splits of a folded text into the fewest units, then with the fewest parts hanging on them."""
    units = _reachable(text)
    if units is None:
        return []
    size = len(text)
    best: list[tuple[int, int]] = [(size + 1, 0)] * size + [(0, 0)]
    splits: list[list[Acts]] = [[] for _ in range(size)] + [[()]]
    for start in sorted(units, reverse=True):
        if text[start] in _FILLERS and splits[start + 1]:
            count, hanging = best[start + 1]
            best[start], splits[start] = (count, hanging + 1), list(splits[start + 1])
        for end, parts, acts in units[start]:
            if not splits[end]:
                continue
            cost = (best[end][0] + 1, best[end][1] + parts)
            if cost < best[start]:
                best[start], splits[start] = cost, []
            if cost == best[start]:
                splits[start] += [acts + rest for rest in splits[end]]
        splits[start] = _different(splits[start])
    return splits[0]


def _different(splits: list[Acts]) -> list[Acts]:
    """One split for each sequence of verbs: the one that says most."""
    said: dict[tuple[str, ...], Acts] = {}
    for split in sorted(splits, key=lambda acts: -sum(len(fixed) for _, fixed in acts)):
        said.setdefault(tuple(verb for verb, _ in split), split)
    return list(said.values())[:MOST]


@functools.cache
def phrase_starts() -> frozenset[str]:
    """The `beginnings` of everything that `segment` can split."""
    others = (*_readings(), *_facings(), *_FILLERS)
    return starts("verb") | {start for phrase in others for start in beginnings(phrase)}


@functools.lru_cache(maxsize=4096)
def segment(text: str) -> tuple[Acts, ...]:
    """All best splits of the text into acts; none if it cannot be split."""
    folded = fold(text)
    if not folded or len(folded) > LONGEST:
        return ()
    if folded.isascii():
        return tuple(((verb, MappingProxyType({})),) for verb in index("verb").get(folded, ()))
    return tuple(_best(folded))
