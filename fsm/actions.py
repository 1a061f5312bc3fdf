"""An action as a script states it: who does what, with the details it chooses to state.

An action knows nothing of any rite.  Ids are those of the vocabulary
(`fsm/vocabulary`); a field left out (`None`, or an empty tuple) says nothing and
therefore agrees with everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

Value = str | int | bool
"""What a detail can be: an id, a text, a number (of pieces, or 尺 where lengths are meant), yes/no."""

DETAIL_FIELDS = ("object", "place", "facing", "addressee", "words", "manner")
"""The details every act may have; all others are entries of `Action.data`."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A word of the script that the vocabulary does not have.

    field: "actor", "act", "object", "place", … or a data key; text: as read;
    nearest: ids of the nearest known words, best first.
    """

    field: str
    text: str
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """One act of one actor, or of several at once.

    actors: ids as written (persons such as "guest" or "upper_archer.2", or a group such as "pair.1").
    act: a verb id, or "" where the script names a whole `passage`, or where it is unknown.
    addressee: a role id, or several.
    data: further details (outcomes such as `fall`, numbers such as `ahead`), sorted by key.
    clauses: ids of the ledger the script itself cites (never checked).
    passage: the text between literal brackets, standing for all acts of that passage.
    unknown: the words of this action that were not understood.
    """

    actors: tuple[str, ...] = ()
    act: str = ""
    object: str | None = None
    place: str | None = None
    facing: str | None = None
    addressee: tuple[str, ...] = ()
    words: str | None = None
    manner: str | None = None
    data: tuple[tuple[str, Value], ...] = ()
    clauses: tuple[str, ...] = ()
    passage: str | None = None
    unknown: tuple[Unknown, ...] = ()

    def details(self) -> dict[str, Any]:
        """The details stated, by field name or data key."""
        stated = {name: getattr(self, name) for name in DETAIL_FIELDS}
        return {name: value for name, value in stated.items() if value not in (None, ())} | dict(self.data)

    def with_details(self, changed: Mapping[str, Any]) -> Action:
        """A copy with some details replaced; a value of None removes that detail."""
        fields = {name: value for name, value in changed.items() if name in DETAIL_FIELDS}
        if fields.get("addressee", ()) is None:
            fields["addressee"] = ()
        data = dict(self.data) | {name: value for name, value in changed.items() if name not in DETAIL_FIELDS}
        kept = tuple(sorted((key, value) for key, value in data.items() if value is not None))
        return replace(self, data=kept, **fields)

    def to_json(self) -> dict[str, Any]:
        """The action of the contract: ids throughout, absent fields left out."""
        out: dict[str, Any] = {}
        if self.actors:
            out["actor"] = self.actors[0] if len(self.actors) == 1 else list(self.actors)
        if self.act:
            out["act"] = self.act
        if self.passage is not None:
            out["passage"] = self.passage
        for name in DETAIL_FIELDS:
            value = getattr(self, name)
            if name == "addressee" and value:
                value = value[0] if len(value) == 1 else list(value)
            if value not in (None, ()):
                out[name] = value
        if self.data:
            out["data"] = dict(self.data)
        if self.clauses:
            out["clauses"] = list(self.clauses)
        return out


@dataclass(frozen=True, slots=True)
class Place:
    """Where an item of a script was read, for people: file, line from 1, cell or time, sheet.

    cell: of a table B5, of JSON and YAML [4], of an annotation file the id of the annotation;
    sheet: of a workbook its sheet, of an annotation file its tier.
    """

    source: str = ""
    line: int | None = None
    cell: str | None = None
    time: str | None = None
    sheet: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One action of a script with where it came from.

    text: the words as read (one act's share of the line where a line holds several).
    group: items with the same number are done at the same time, in any order.
    """

    action: Action
    text: str = ""
    at: Place = Place()
    group: int = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a script that could not be read, apart from unknown words."""

    code: str
    at: Place
    read: str
    expected: str = ""


@dataclass(frozen=True, slots=True)
class Script:
    """A proposed performance, as read."""

    items: tuple[Item, ...]
    problems: tuple[Problem, ...] = ()
    source: str = ""
