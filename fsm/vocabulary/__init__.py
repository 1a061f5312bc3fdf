"""The vocabulary: acts, persons, places, things, words, with their names in four scripts.

Everything is read from the tables beside this module, each only when first needed,
and never changes; ids are a contract, names may be added.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType

from . import names, phrases
from .folding import fold, simplify
from .phrases import Act, Acts
from .tables import FILES, Entry, table

__all__ = ["KINDS", "LANGUAGES", "Act", "Acts", "Entry", "Vocabulary", "fold", "load", "simplify"]

KINDS = tuple(FILES)
"""The kinds of entries: verb, role, place, object, words, value, key."""

LANGUAGES = ("zh-Hant", "zh-Hans", "en", "pinyin", "both")
"""What a name can be asked for in; "both" is traditional Chinese and English."""


@functools.cache
def _neighbours() -> Mapping[str, frozenset[str]]:
    """Place -> places one step away; a step can be taken both ways, whichever row states it."""
    near: dict[str, set[str]] = {id: set() for id in table("place")}
    for id, entry in table("place").items():
        for other in filter(None, entry.extra["adjacent"].split(",")):
            near[id].add(other)
            near[other].add(id)
    return MappingProxyType({id: frozenset(others) for id, others in near.items()})


class Vocabulary:
    """What there are names for.  Stateless: all copies are the same."""

    __slots__ = ()

    def entry(self, kind: str, id: str) -> Entry:
        """The entry of an id; KeyError if there is none."""
        try:
            return table(kind)[id]
        except KeyError:
            known = f"no {kind} {id!r} in the vocabulary" if kind in FILES else f"no kind {kind!r} in the vocabulary"
            raise KeyError(known) from None

    def ids(self, kind: str) -> tuple[str, ...]:
        """All ids of a kind, in the order of its table."""
        return tuple(table(kind))

    def name(self, id: str, lang: str, kind: str | None = None) -> str:
        """The display name of an id in one of `LANGUAGES`; an id that is not known is returned as it is.

        Without a kind the kinds are searched in the order of `KINDS`.
        Members of roles: `upper_archer.2` is 上射·二 or "upper archer 2", `pair.1` 上耦 or "pair 1".
        """
        if lang not in LANGUAGES:
            raise ValueError(f"no language {lang!r}; languages are {', '.join(LANGUAGES)}")
        return names.name(id, lang, kind)

    def find(self, text: str, kind: str) -> tuple[str, ...]:
        """Ids of the kind that have this name (id, traditional, simplified, English), compared after folding.

        Numbered members of roles are understood: 次耦上射, 上射2, "upper archer 2", 賓黨二.
        """
        return names.find(text, kind)

    def nearest(self, text: str, kind: str, limit: int = 3) -> tuple[str, ...]:
        """The ids of the kind whose names are most like the text, best first."""
        return names.nearest(text, kind, limit)

    @property
    def aliases(self) -> Mapping[str, Acts]:
        """Folded phrase -> acts with the details it fixes."""
        return phrases.aliases()

    def segment(self, text: str) -> list[Acts]:
        """All best splits of a phrase into acts, each act a verb id with details; [] if there is none.

        More than one means that the phrase is ambiguous: the splits differ in their verbs.
        """
        return list(phrases.segment(text))

    def adjacent(self, place: str) -> frozenset[str]:
        """The places one step from a place."""
        self.entry("place", place)
        return _neighbours()[place]

    def level(self, place: str) -> str:
        """On what level a place is: outside, court, steps or hall."""
        return self.entry("place", place).extra["level"]


@functools.cache
def load() -> Vocabulary:
    """The vocabulary of the package."""
    return Vocabulary()
