"""From what a script states, in whatever format, to actions.

Every reader gathers actors and *chunks*: a phrase of one or more acts (or a passage) with the
details written behind it.  The rules that hold for all formats are here:

- of several acts in one chunk, the details belong to the last; a detail stated wins over the one
  that a phrase fixes (stating two that differ is a problem "stated-twice");
- 取矢 is `take_arrow` (from the rack) where a place at the rack is stated, or the actor is an
  archer or a pair; otherwise it is `fetch_arrows`;
- of any other ambiguous phrase the first reading is taken, and the problem "ambiguous-acts" lists all;
- `at` is the place; `to` is the place of a verb of movement and the addressee of any other;
- an unknown act keeps its text as `Unknown("act", …)`, so that it still has its place in the order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from ..actions import DETAIL_FIELDS, Action, Unknown, Value
from ..score import MOVES
from .names import Names, people_apart
from .phrases import SPEECH, Part, Phrase, Phrases

ARCHERS = frozenset({"upper_archer", "lower_archer", "pair", "three_pairs", "other_pairs", "partner"})
"""Who takes arrows from the rack: of all others 取矢 is the fetching of shot arrows."""


_SAID = re.compile(r"(.{1,20}?)[:：]?\s*[「『“\"](.+)[」』”\"][。.]?")
"""An act with what is said in it: 宣布：「順投為入」."""


@dataclass(frozen=True, slots=True)
class Note:
    """A problem whose place is not yet known; see `Problem`.  field: the column it stands in, where that is known."""

    code: str
    read: str = ""
    expected: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Acts as written, with their details as written.

    details: (field of the action or data key as written, its text or value); text values are looked
    up, except those of `words` and those in `verbatim`.  share: the text of the whole chunk.
    """

    phrase: str = ""
    passage: str | None = None
    details: tuple[tuple[str, Value], ...] = ()
    verbatim: frozenset[int] = frozenset()
    share: str = ""


@dataclass(slots=True)
class _Draft:
    """An action being put together."""

    fields: dict[str, str | tuple[str, ...]] = field(default_factory=dict)
    data: dict[str, Value] = field(default_factory=dict)
    unknown: list[Unknown] = field(default_factory=list)


class Builder:
    """Builds the actions of one script."""

    def __init__(self) -> None:
        self.names = Names()
        self.phrases = Phrases(self.names)
        self._things = frozenset(self.names.vocabulary.ids("object"))

    def actors(self, text: str) -> tuple[tuple[str, ...], tuple[Unknown, ...]]:
        """The actors a text names, and those it names that nobody knows."""
        if people := self.names.people(text):
            return people, ()
        known: list[str] = []
        unknown: list[Unknown] = []
        for part in people_apart(text) if len(text) <= 600 else (text,):
            if ids := self.names.people(part):
                known += ids
            else:
                unknown.append(self.names.unknown("actor", part))
        return tuple(known), tuple(unknown)

    def actions(
        self, actors: tuple[str, ...], unknown: tuple[Unknown, ...], chunks: Iterable[Chunk], notes: list[Note]
    ) -> list[tuple[Action, str]]:
        """The actions of one line with the text of each; what is wrong with them is added to the notes."""
        out: list[tuple[Action, str]] = []
        for chunk in chunks:
            out += self._chunk(Action(actors=actors, unknown=unknown), chunk, notes)
        return out

    def _chunk(self, base: Action, chunk: Chunk, notes: list[Note]) -> list[tuple[Action, str]]:
        if chunk.passage is not None:
            draft = self._details("", chunk, notes)
            return [(self._action(base, Part(""), draft, passage=chunk.passage), chunk.share)]
        phrase = self.phrases.read(chunk.phrase)
        if phrase is None:
            text = chunk.phrase or chunk.share
            if not chunk.phrase:
                notes.append(Note("no-act", chunk.share))
            draft = self._details("", chunk, notes)
            if said := _SAID.fullmatch(text.strip()):
                text, draft.fields["words"] = said[1], draft.fields.get("words", said[2])
            draft.unknown.insert(0, self.names.unknown("act", text))
            return [(self._action(base, Part(""), draft), chunk.share)]
        parts = self._chosen(base.actors, phrase, chunk, notes)
        last = parts[-1]
        draft = self._details(last.verb, chunk, notes)
        self._rest(last, phrase, draft)
        shares = [part.text for part in parts]
        # What stands behind the last act is part of its share.
        shares[-1] = chunk.share if len(parts) == 1 else _from(chunk.share, shares[-1])
        whole = [(part, self._fixed(part, _Draft())) for part in parts[:-1]]
        actions = [self._action(base, part, each) for part, each in whole]
        self._state_fixed(last, draft, notes)
        actions.append(self._action(base, last, draft))
        return list(zip(actions, shares, strict=True))

    def _chosen(self, actors: tuple[str, ...], phrase: Phrase, chunk: Chunk, notes: list[Note]) -> tuple[Part, ...]:
        """One reading of a phrase."""
        splits = phrase.splits
        if len(splits) == 1:
            return splits[0]
        if {"take_arrow", "fetch_arrows"} <= {part.verb for split in splits for part in split}:
            at_rack = any(self._place(text).startswith("rack") for key, text in chunk.details if key in ("place", "at"))
            archers = bool(actors) and all(actor.partition(".")[0] in ARCHERS for actor in actors)
            wrong = "fetch_arrows" if at_rack or archers else "take_arrow"
            splits = tuple(split for split in splits if wrong not in {part.verb for part in split}) or splits
        if len(splits) > 1:
            listed = " | ".join(" + ".join(part.verb or part.text for part in split) for split in splits)
            notes.append(Note("ambiguous-acts", chunk.phrase, listed))
        return splits[0]

    def _place(self, text: Value) -> str:
        return next(iter(self.names.detail("place", str(text))), "")

    # --- details -------------------------------------------------------------------------------------------

    def _details(self, verb: str, chunk: Chunk, notes: list[Note]) -> _Draft:
        """The details written behind a chunk."""
        draft = _Draft()
        for n, (key, value) in enumerate(chunk.details):
            self._state(draft, verb, self._key(key, notes), value, notes, verbatim=n in chunk.verbatim)
        return draft

    def _key(self, text: str, notes: list[Note]) -> str:
        if text in DETAIL_FIELDS:
            return text
        ids = self.names.key(text)
        if len(ids) > 1:
            notes.append(Note("ambiguous-name", text, " | ".join(ids)))
        if not ids or ids[0] in ("actor", "act"):
            nearest = self.names.unknown("key", text, "key").nearest
            notes.append(Note("unknown-key", text, " | ".join(nearest)))
            return text
        return ids[0]

    def _state(
        self, draft: _Draft, verb: str, key: str, value: Value, notes: list[Note], *, verbatim: bool = False
    ) -> None:
        key = _canonical(key, verb)
        if key not in DETAIL_FIELDS:
            if isinstance(value, str) and not verbatim:
                value = self.names.value(key, value.strip())
            if draft.data.get(key, value) != value:
                notes.append(Note("stated-twice", f"{key}={value}", str(draft.data[key])))
            draft.data[key] = value
            return
        text = str(value)
        stated: str | tuple[str, ...] | None
        if key == "words":
            stated = text
        elif key == "manner":
            stated = text if verbatim else str(self._manner(text.strip()))
        elif key == "addressee":
            stated = self._addressee(text, draft)
        else:
            stated = self._one(key, text.strip(), draft, notes)
        if stated is None:
            return
        if draft.fields.get(key, stated) != stated:
            notes.append(Note("stated-twice", text, str(draft.fields[key])))
        draft.fields[key] = stated

    def _manner(self, text: str) -> str:
        return next((id for id in self.names.find(text, ("value",))), text)

    def _addressee(self, text: str, draft: _Draft) -> tuple[str, ...] | None:
        known, unknown = self.actors(text.strip())
        draft.unknown += (replace(each, field="addressee") for each in unknown)
        return known or None

    def _one(self, field: str, text: str, draft: _Draft, notes: list[Note]) -> str | None:
        ids = self.names.detail(field, text)
        if not ids and field == "object":
            ids = self.names.detail(field, self.phrases.without_article(text))
        if not ids:
            draft.unknown.append(self.names.unknown(field, text))
            return None
        if len(ids) > 1:
            notes.append(Note("ambiguous-name", text, " | ".join(ids)))
        return ids[0]

    def _rest(self, last: Part, phrase: Phrase, draft: _Draft) -> None:
        """What stands behind the last act: words after 曰, a place one goes to, a thing, or what is said."""
        if phrase.words is not None:
            draft.fields.setdefault("words", phrase.words)
        rest = phrase.rest
        if not rest:
            return
        fixed = dict(last.fixed)
        if last.verb in MOVES and "place" not in draft.fields and (ids := self.names.detail("place", rest)):
            draft.fields["place"] = ids[0]
        elif "object" not in fixed and (ids := self.names.detail("object", rest)):
            draft.fields.setdefault("object", ids[0])
        elif last.verb in SPEECH and "words" not in draft.fields:
            draft.fields["words"] = rest
        else:
            draft.unknown.append(self.names.unknown("object", rest))

    @staticmethod
    def _fixed(part: Part, draft: _Draft) -> _Draft:
        """The details that a phrase fixes."""
        for name, value in part.fixed:
            key = _canonical(name, part.verb)
            if key not in DETAIL_FIELDS:
                draft.data[key] = value
            else:
                draft.fields[key] = (str(value),) if key == "addressee" else str(value)
        return draft

    def _state_fixed(self, part: Part, draft: _Draft, notes: list[Note]) -> None:
        """The details that the phrase fixes, where none is stated."""
        fixed = self._fixed(part, _Draft())
        for own, stated in ((fixed.fields, draft.fields), (fixed.data, draft.data)):
            self._merge(own, stated, notes)  # type: ignore[arg-type]

    def _merge(self, fixed: Mapping[str, Value], stated: dict[str, Value], notes: list[Note]) -> None:
        for key, value in fixed.items():
            said = stated.setdefault(key, value)
            # Words quoted from the script itself are no contradiction of those the phrase names.
            if said != value and key != "words" and not (key == "object" and self._says_more(str(said), str(value))):
                notes.append(Note("stated-twice", str(said), str(value)))

    def _says_more(self, thing: str, other: str) -> bool:
        """Whether the name of a thing has that of another in it: 四矢 says of 矢 only how many."""
        names = [self.names.vocabulary.entry("object", id).zh for id in (thing, other) if id in self._things]
        return len(names) == 2 and any(short in long for long in names[0] for short in names[1])

    def _action(self, base: Action, part: Part, draft: _Draft, passage: str | None = None) -> Action:
        unknown = base.unknown + tuple(draft.unknown)
        if not part.verb and passage is None and not any(each.field == "act" for each in unknown):
            unknown = (*unknown, self.names.unknown("act", part.text))
        return replace(
            base,
            act=part.verb,
            passage=passage,
            data=tuple(sorted(draft.data.items())),
            unknown=unknown,
            **draft.fields,  # type: ignore[arg-type]
        )


def _canonical(key: str, verb: str) -> str:
    """`at` and `to` as the fields they stand for."""
    if key == "at":
        return "place"
    if key == "to":
        return "place" if verb in MOVES else "addressee"
    return key


def _from(text: str, share: str) -> str:
    """The text from the last act's share on."""
    found = text.rfind(share)
    return text[found:] if found >= 0 else share
