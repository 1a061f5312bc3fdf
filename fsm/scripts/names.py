"""The names of one script looked up, each distinct text once; what is unknown gets suggestions."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from types import MappingProxyType

from ..actions import Unknown, Value
from ..terms import chinese_numeral
from ..vocabulary import KINDS, Vocabulary, fold, load
from ..vocabulary.folding import may_begin
from ..vocabulary.names import starts

SUGGESTED = 20
"""For so many distinct unknown texts of a script the nearest names are looked for."""

_REMEMBERED = 20_000
_LONGEST_UNKNOWN = 120
_LONGEST_NAME = 60

_SEPARATORS = re.compile(r"[、，,;；&＆+＋]")
_LINKS = re.compile(r"(?:^|\s+)(?:and|與|与|及|和)\s+")
_JOINED = re.compile(r"[與与及和]")
_TOGETHER: Mapping[str, tuple[str, ...]] = MappingProxyType({fold("賓主"): ("guest", "host")})
"""Two persons the classic names in one word."""

KINDS_OF: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "actor": ("role",),
        "act": ("verb",),
        "object": ("object", "role", "place"),
        "place": ("place",),
        "facing": ("value", "role", "place"),
        "addressee": ("role",),
    }
)
"""Detail -> the kinds of names it can have, the likeliest first."""

_PLACES_OF_THE_BODY = frozenset({"left_hand", "hand", "belt"})
_PLACE_FIRST = frozenset({"at", "from", "by", "via", "loc", "pos"})
_ROLE_FIRST = frozenset({"after", "whom", "winner", "owner", "office", "upper", "lower"})

_INTEGER = re.compile(r"[+-]?[0-9]{1,15}")
_WIDE = str.maketrans("０１２３４５６７８９－", "0123456789-")


@functools.cache
def numerals() -> Mapping[str, int]:
    """Chinese numerals from 〇 to 九十九."""
    return MappingProxyType({chinese_numeral(n): n for n in range(100)} | {"零": 0, "兩": 2, "两": 2})


@functools.cache
def _ids(kinds: tuple[str, ...] = KINDS) -> frozenset[str]:
    vocabulary = load()
    return frozenset(id for kind in kinds for id in vocabulary.ids(kind))


def number(text: str) -> int | None:
    """The integer a text is, in Arabic (also full-width) or Chinese figures; None for other texts."""
    if (plain := text.translate(_WIDE)) and _INTEGER.fullmatch(plain):
        return int(plain)
    return numerals().get(text)


class Names:
    """Looks names up for one script; remembers what it found (bounded) and counts its suggestions."""

    def __init__(self) -> None:
        self.vocabulary: Vocabulary = load()
        self._found: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        self._people: dict[str, tuple[str, ...] | None] = {}
        self._unknown: dict[tuple[str, str], Unknown] = {}

    def find(self, text: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """The ids of the first of the kinds that has the name; () if none has.

        A text that is the very id of something of any of the kinds means that.
        """
        if not text or len(text) > _LONGEST_NAME:
            return ()
        key = (text, kinds)
        found = self._found.get(key)
        if found is None:
            found = (
                (text,)
                if text in _ids(kinds)
                else next((ids for kind in kinds if (ids := self.vocabulary.find(text, kind))), ())
            )
            if len(self._found) < _REMEMBERED:
                self._found[key] = found
        return found

    def detail(self, field: str, text: str) -> tuple[str, ...]:
        """The ids a detail (a key of `KINDS_OF`) can mean; the very id of anything else will do, too."""
        found = self.find(text, KINDS_OF[field])
        if not found and field == "place":
            found = tuple(id for id in self.find(text, ("value",)) if id in _PLACES_OF_THE_BODY)
        return (text,) if not found and text in _ids() else found

    def may_be_people(self, text: str) -> bool:
        """Whether a text can begin with a person; False is certain, True is not."""
        return may_begin(text, starts("role"))

    def people(self, text: str) -> tuple[str, ...] | None:
        """The roles a text names: one, or several separated by 、 , + & "and" 與; None if one is unknown."""
        if len(text) > 10 * _LONGEST_NAME:
            return None
        if text not in self._people:
            found = self._read_people(text)
            if len(self._people) >= _REMEMBERED:
                return found
            self._people[text] = found
        return self._people[text]

    def _read_people(self, text: str) -> tuple[str, ...] | None:
        # Punctuation parts before anything else; "and" only where the whole is no name (invocator and scribe).
        parts = [part.strip() for part in _SEPARATORS.split(text)]
        if len(parts) > 1:
            return self._all([part for part in parts if part]) if all(parts[:-1]) else None
        if ids := self.find(text, ("role",)):
            return ids[:1]
        if together := _TOGETHER.get(fold(text)):
            return together
        for separators in (_LINKS, _JOINED):
            parts = [part for each in separators.split(text) if (part := each.strip())]
            if parts and parts != [text]:
                return self._all(parts)
        return None

    def _all(self, parts: list[str]) -> tuple[str, ...] | None:
        """The roles of all parts, or None where one is unknown."""
        found = [self.people(part) for part in parts]
        return tuple(id for ids in found for id in ids or ()) if all(found) else None

    def key(self, text: str) -> tuple[str, ...]:
        """The ids of a data key; an id as such is meant even where it is another's name."""
        return self.find(text, ("key",))

    def value(self, key: str, text: str) -> Value:
        """The value a text states for a data key.

        Numbers and yes/no first, then an id as such, then names: of values, persons, places, things
        (for some keys persons or places first); anything else stays as written.
        """
        kinds = ("value", "role", "place", "object")
        if key in _PLACE_FIRST:
            kinds = ("place", "object", "role", "value")
        elif key in _ROLE_FIRST:
            kinds = ("role", "value", "place", "object")
        figure = number(text)
        if figure is not None:
            return figure
        if text in _ids() and text not in ("yes", "no"):
            return text
        found = self.find(text, kinds)
        if not found:
            return text
        return found[0] == "yes" if found[0] in ("yes", "no") else found[0]

    def unknown(self, field: str, text: str, kind: str | None = None) -> Unknown:
        """A text that was not understood, with the nearest names for the first `SUGGESTED` of a script."""
        known = self._unknown.get((field, text))
        if known:
            return known
        nearest: tuple[str, ...] = ()
        shown = text if len(text) <= _LONGEST_UNKNOWN else text[:_LONGEST_UNKNOWN] + "…"
        if len(self._unknown) < SUGGESTED:
            nearest = self.vocabulary.nearest(text[:_LONGEST_NAME], kind or KINDS_OF[field][0])
        unknown = Unknown(field, shown, nearest)
        if len(self._unknown) < _REMEMBERED:
            self._unknown[field, text] = unknown
        return unknown


def people_apart(text: str) -> list[str]:
    """The parts of a list of persons, as far as punctuation parts them."""
    return [part for each in _SEPARATORS.split(text) if (part := each.strip())]


def ends_open(word: str) -> bool:
    """Whether a list of persons goes on after this word."""
    return word in ("and", "與", "与", "及", "和") or (bool(word) and bool(_SEPARATORS.fullmatch(word[-1])))


def begins_open(word: str) -> bool:
    """Whether this word goes on with a list of persons."""
    return word in ("and", "與", "与", "及", "和") or (bool(word) and bool(_SEPARATORS.fullmatch(word[0])))
