"""The acts of a phrase: 坐奠爵興, "lay tally", 設 中, kneel; rise."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ..actions import Value
from ..vocabulary import Acts, fold
from ..vocabulary.folding import may_begin
from ..vocabulary.phrases import phrase_starts
from .names import Names

_SEPARATORS = re.compile(r"[、，,;；。]")
_ENDS = " \t\u3000、，,;；。.!！:："
_ARTICLES = frozenset({"the", "a", "an", "his", "her", "their"})
_LINKS = frozenset({"and", "then"})
_LONGEST = 400
_LONGEST_SHARED = 24
_MOST_WORDS = 12
_REMEMBERED = 20_000
_SAYING = re.compile(r"[曰云]|[說说道答]?(?=[ \t\u3000]*[:：「『“\"])")
"""曰, or what stands for it before a colon or a quotation: an everyday word (說：…), or nothing (告「…」)."""
_QUOTES = ' \t\u3000「」『』“”"'

TELLING = frozenset({"order", "report", "reply", "assent", "decline"})
"""After these 曰 is no act of its own: 命曰, 告曰, 對曰 give the words of that act."""

SPEECH = frozenset({"say", "order", "report", "ask", "reply"})
"""What stands after these verbs and is no thing is what is said."""


@dataclass(frozen=True, slots=True)
class Part:
    """One act of a phrase.  verb: "" where it is unknown; fixed: details the phrase fixes; text: its share."""

    verb: str
    fixed: tuple[tuple[str, Value], ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Phrase:
    """The acts of a phrase.

    splits: its readings, best first, each of at least one act; rest: what stands behind the last act
    (an object); words: what is said (after 曰).
    """

    splits: tuple[tuple[Part, ...], ...]
    rest: str = ""
    words: str | None = None


class Phrases:
    """Reads the phrases of one script; remembers those it has read (bounded)."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._segment: Callable[[str], list[Acts]] = names.vocabulary.segment
        self._aliases: Mapping[str, Acts] = names.vocabulary.aliases
        self._read: dict[str, Phrase | None] = {}

    def read(self, text: str) -> Phrase | None:
        """The acts of a text; None if it begins with none."""
        if text not in self._read:
            phrase = self._spoken(text) or self._plain(text.strip(_ENDS))
            if len(self._read) >= _REMEMBERED:
                return phrase
            self._read[text] = phrase
        return self._read[text]

    def _spoken(self, text: str) -> Phrase | None:
        """The phrase before 曰 (or what stands for it) with the words after it."""
        found = _SAYING.search(text)
        if not found:
            return None
        word, words = found[0], text[found.end() :].strip(_ENDS).strip(_QUOTES) or None
        before = text[: found.start()].strip(_ENDS)
        if word and words and fold(words) == fold("諾") and not before.strip("皆乃亦"):
            return Phrase(((Part("assent", (), text),),), words=words)
        forms = [(before, TELLING), (f"{before}曰", frozenset({"say"}))] if word else [(before, TELLING | SPEECH)]
        for said, verbs in forms:
            phrase = self._plain(said)
            if phrase and not phrase.rest and all(split[-1].verb in verbs for split in phrase.splits):
                return replace(phrase, splits=tuple(_in_its_words(split, word) for split in phrase.splits), words=words)
        return None

    def _plain(self, text: str) -> Phrase | None:
        if not text or len(text) > _LONGEST:
            return None
        if not may_begin(text, phrase_starts()):
            return self._pieces(text)
        words = text.split(maxsplit=_MOST_WORDS)
        if text.isascii():
            return self._english(words)
        if len(words) == 2 and not self._is_name("".join(words)) and (exact := self._verb_and_object(words)):
            return exact
        return self._split(text) or self._pieces(text) or self._with_rest(words) or self._english(words)

    def _is_name(self, text: str) -> bool:
        return fold(text) in self._aliases or bool(self._names.find(text, ("verb",)))

    def _verb_and_object(self, words: list[str]) -> Phrase | None:
        """設 中: a verb and a thing, written apart."""
        verbs, things = self._names.find(words[0], ("verb",)), self._names.find(words[1], ("object",))
        if len(verbs) != 1 or len(things) != 1:
            return None
        return Phrase(((Part(verbs[0], (("object", things[0]),), " ".join(words)),),))

    def _split(self, text: str) -> Phrase | None:
        """The text as one phrase of the classic."""
        splits = tuple(self._shared(acts, text) for acts in self._segment(text) if acts)
        return Phrase(splits) if splits else None

    def _shared(self, acts: Acts, text: str) -> tuple[Part, ...]:
        """The acts with the share of the text of each; of a fixed phrase all have the whole."""
        shares = self._shares([verb for verb, _ in acts], text)
        return tuple(
            Part(verb, tuple((key, self._utterance(key, value, share)) for key, value in fixed.items()), share)
            for (verb, fixed), share in zip(acts, shares, strict=True)
        )

    def _utterance(self, key: str, value: Value, text: str) -> Value:
        """The words of an act as the script has them (命去侯 says 去侯), without punctuation at their ends."""
        if key != "words" or not isinstance(value, str):
            return value
        said = self._names.vocabulary.entry("words", value).zh[0]
        folded = fold(said)
        starts = (n for n in range(len(text)) if fold(text[n:]) == folded)
        return text[max(starts) :].strip(_ENDS) if fold(text).endswith(folded) else said.strip(_ENDS)

    def _shares(self, verbs: list[str], text: str) -> list[str]:
        if len(verbs) > 1 and len(text) <= _LONGEST_SHARED:
            for end in range(len(text) - 1, 0, -1):
                first = ([verb for verb, _ in acts] for acts in self._segment(text[:end]))
                others = ([verb for verb, _ in acts] for acts in self._segment(text[end:]))
                if verbs[:1] in first and verbs[1:] in others:
                    return [text[:end].strip(_ENDS), *self._shares(verbs[1:], text[end:].strip(_ENDS))]
        return [text] * len(verbs)

    def _pieces(self, text: str) -> Phrase | None:
        """Acts separated by punctuation; a piece that is not known is an unknown act."""
        pieces = [piece for each in _SEPARATORS.split(text) if (piece := each.strip(_ENDS))]
        if len(pieces) < 2:
            return None
        read = [(piece, self._plain(piece)) for piece in pieces]
        if not any(phrase for _, phrase in read):
            return None
        return self._joined(read)

    def _joined(self, read: list[tuple[str, Phrase | None]]) -> Phrase:
        splits: tuple[tuple[Part, ...], ...] = ((),)
        rest = ""
        for n, (piece, phrase) in enumerate(read):
            last = n == len(read) - 1
            if phrase is None or (phrase.rest and not last):
                splits = tuple((*split, Part("", (), piece)) for split in splits)
                continue
            splits = tuple((*before, *after) for before in splits for after in phrase.splits)[:8]
            rest = phrase.rest
        return Phrase(splits, rest)

    def _with_rest(self, words: list[str]) -> Phrase | None:
        """A phrase in the first words, and something else behind it."""
        for end in range(len(words) - 1, 0, -1):
            if phrase := self._split(" ".join(words[:end])):
                return replace(phrase, rest=" ".join(words[end:]).strip(_ENDS))
        return None

    def _english(self, words: list[str]) -> Phrase | None:
        """English acts: each the longest name of a verb, then perhaps a thing; commas and "then" part them."""
        for end in range(len(words), 0, -1):
            name = " ".join(words[:end])
            verbs = self._names.find(name.strip(_ENDS), ("verb",))
            if not verbs:
                continue
            first = Phrase(tuple((Part(verb, (), name.strip(_ENDS)),) for verb in verbs))
            rest = " ".join(words[end:])
            if not rest.strip(_ENDS):
                return first
            if name[-1] not in ",;":
                thing, mark, rest = self._thing(rest)
                if not mark:
                    return replace(first, rest=thing)
                if thing:
                    found = self._names.find(thing, ("object",))
                    part = first.splits[0][0]
                    if len(found) == 1:
                        part = Part(part.verb, (("object", found[0]),), f"{part.text} {thing}")
                        first = Phrase(((part,),))
                    else:
                        first = replace(first, rest=thing)
            rest = rest.strip(_ENDS)
            return self._joined([(name, first), (rest, self._plain(rest))]) if rest else first
        return None

    def _thing(self, text: str) -> tuple[str, str, str]:
        """(thing, the mark behind it, what follows): "the pot, rise" is "pot", "," and "rise"."""
        whole = self.without_article(text.strip(_ENDS))
        if self._names.find(whole, ("object", "role", "place")):
            return whole, "", ""
        found = re.search(r"[,;]|(?:^|\s+)(?:and\s+)?then\s+", text)
        if not found:
            link, _, others = text.partition(" ")
            if link in _LINKS and others:
                return "", link, others
            return whole, "", ""
        return self.without_article(text[: found.start()].strip(_ENDS)), found[0], text[found.end() :]

    @staticmethod
    def without_article(text: str) -> str:
        """The text without "the" and the like before it."""
        first, _, others = text.partition(" ")
        return others if others and first.lower() in _ARTICLES else text


def _in_its_words(split: tuple[Part, ...], word: str) -> tuple[Part, ...]:
    """A reading whose last act, if it is 曰, has the text that the script has for it."""
    last = split[-1]
    return (*split[:-1], replace(last, text=last.text.removesuffix("曰") + word)) if last.verb == "say" else split
