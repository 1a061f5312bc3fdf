"""The text format: one action per line.

    TIME actor act [object] [@place] [^facing] [>addressee] ["words"] [key=value …] [# comment]

Of several acts of one actor on a line, a detail belongs to the act it follows (so those at the end
to the last; those before any act to the first).  Full-width marks, spaces and figures and Chinese
quotation marks are accepted.  The actor is what stands before the first colon; without a colon the
longest known name at the beginning (司射揖 needs no space).  Literal brackets name a passage.
After 曰 everything up to the next mark is what is said; 曰諾 is the act `assent`.
In ASCII quotation marks \\" \\\\ \\n \\r \\t \\uXXXX stand for themselves; all other quotations are
taken as they are.  《…》 is a piece of music where it is known, otherwise what is said.
A value in quotation marks is taken as it is, never looked up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ..actions import Action, Place, Script, Unknown
from .building import Builder, Chunk, Note
from .errors import ScriptError
from .gathering import Gathering, clauses
from .limits import Limits
from .lines import Token, Tokens, tokens
from .names import begins_open, ends_open
from .times import leading_time

_BREAK = re.compile(r"\r\n|\r|\n")
_FIELDS = {"@": "place", "^": "facing", ">": "addressee"}
_LIST_MARK = re.compile(r"^\s*(?:[（(]?\d{1,3}[)）.．、](?!\d)|[①-⑳]|[•‣▪●·*–—-](?=\s))\s*")
"""The number or the dot before a line of a list, as pages of the web have them."""
_SPEECH_MARK = ("曰", "云")
_MOST_WORDS = 8
_LONGEST_ROLE = 12
_SHOWN = 80

Line = tuple[list[tuple[Action, str]], list[Note]]
"""The acts of a line with the text of each, and what is wrong with it."""


def read_text(text: str, source: str, limits: Limits) -> Script:
    """Reads a script in the text format.  ScriptError "too-large" where it has too many lines or acts."""
    lines = _BREAK.split(text)
    if len(lines) > limits.lines:
        raise ScriptError("too-large", what="lines", limit=limits.lines)
    gathering, reader = Gathering(source, limits), LineReader()
    for number, line in enumerate((_LIST_MARK.sub("", line, count=1) for line in lines), 1):
        if not line.strip():
            continue
        start, span, time = leading_time(line)
        at = Place(source, number, None, time or None)
        if len(line) > limits.line_length:
            gathering.problem(Note("line-too-long", line[:_SHOWN], str(limits.line_length)), at)
            unread = Action(unknown=(Unknown("act", line[:_SHOWN] + "…"),))
            gathering.line(at, span, [(unread, line[:_SHOWN] + "…")], ())
            continue
        notes = [Note("bad-time", time)] if time and not span else []
        acts, more = reader.read(line, start)
        if time and not acts and not more:
            more = [Note("no-act", time)]
        gathering.line(at, span, acts, notes + more)
    return gathering.script()


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of the line that is no detail."""

    text: str
    start: int
    end: int


class LineReader:
    """Reads lines of one script, each distinct line only once."""

    def __init__(self) -> None:
        self._builder = Builder()
        self._names = self._builder.names
        self._phrases = self._builder.phrases
        self._read: dict[str, Line] = {}

    def read(self, line: str, start: int = 0) -> Line:
        """The acts of a line, whose time ends at `start`; none for a comment."""
        text = line[start:].strip()
        known = self._read.get(text)
        if known is None:
            known = self._line(text)
            if len(self._read) < 20_000:
                self._read[text] = known
        return known

    def names_people(self, text: str) -> bool:
        """Whether a text is the name of an actor, or of several."""
        return self._names.people(text) is not None

    def read_acts(self, actor: str, line: str) -> Line:
        """The acts of a line that does not name its actor, which is known from elsewhere."""
        key = f"{actor}\0{line}"
        known = self._read.get(key)
        if known is None:
            known = self._line(line.strip(), actor)
            if len(self._read) < 20_000:
                self._read[key] = known
        return known

    def _line(self, line: str, actor: str | None = None) -> Line:
        cut = tokens(line)
        notes = [Note("unclosed-mark", mark) for mark in cut.unclosed]
        if not cut.tokens:
            return [], notes
        text = line[: cut.end].strip()
        parts = self._titles(cut)
        head, body = self._actor(parts, line) if actor is None else (actor, parts)
        actors: tuple[str, ...] = ()
        unknown: tuple[Unknown, ...] = ()
        if head:
            actors, unknown = self._builder.actors(head)
        chunks = _Chunks(self, line, cut.end, notes).chunks(body)
        if head is None and not all(chunk.passage is not None for chunk in chunks):
            first = chunks[0].phrase if chunks else ""
            if self._phrases.read(first) is not None or not first:
                notes.append(Note("no-actor", text))
        acts = self._builder.actions(actors, unknown, chunks, notes)
        if not acts:
            notes.append(Note("no-act", text))
            acts = [(Action(actors=actors, unknown=(*unknown, self._names.unknown("act", text))), text)]
        if len(acts) == 1:
            acts = [(acts[0][0], text)]
        if cited := clauses(cut.comment):
            acts = [(replace(action, clauses=cited), share) for action, share in acts]
        return acts, notes

    def _titles(self, cut: Tokens) -> list[Token]:
        """The tokens, those in 《》 that name a piece as words."""
        return [
            Token("word", token.text, token.start, token.end)
            if token.title and self._names.find(token.text, ("object",))
            else token
            for token in cut.tokens
        ]

    # --- the actor -------------------------------------------------------------------------------------------

    def _actor(self, parts: list[Token], line: str) -> tuple[str | None, list[Token]]:
        """(text of the actor, the rest); None where the line begins with an act or a passage."""
        words: list[Token] = []
        for n, token in enumerate(parts):
            if token.kind == "colon" and words and not words[-1].text.endswith(_SPEECH_MARK):
                return line[words[0].start : words[-1].end], parts[n + 1 :]
            if token.kind != "word":
                break
            words.append(token)
        if len(words) < len(parts) and parts[len(words)].text == "=" and parts[len(words)].kind == "mark":
            words = words[:-1]
        if not words:
            return None, parts
        return self._leading(words, parts, line)

    def _leading(self, words: list[Token], parts: list[Token], line: str) -> tuple[str | None, list[Token]]:
        """The actor where no colon marks it."""

        def upto(n: int) -> str:
            return line[words[0].start : words[n - 1].end]

        def behind(n: int) -> str:
            return line[words[n].start : words[-1].end] if n < len(words) else ""

        may_be = self._names.may_be_people(words[0].text)
        for n in range(min(len(words), _MOST_WORDS) if may_be else 0, 0, -1):
            open_list = ends_open(words[n - 1].text) or (n < len(words) and begins_open(words[n].text))
            if not open_list and self._names.people(upto(n)):
                if n == len(words) and len(parts) == n and self._phrases.read(upto(n)):
                    return None, parts
                return upto(n), parts[n:]
        first = words[0]
        prefixes = [
            end
            for end in range(min(len(first.text) - 1, _LONGEST_ROLE), 0, -1)
            if may_be and not first.text.isascii() and self._names.people(first.text[:end])
        ]
        for end in prefixes:
            rest = line[first.start + end : words[-1].end]
            if self._phrases.read(rest):
                return first.text[:end], [replace(first, text=first.text[end:], start=first.start + end), *parts[1:]]
        if self._phrases.read(upto(len(words))) or self._phrases.read(first.text):
            return None, parts
        if prefixes and len(words) == 1:
            end = prefixes[0]
            return first.text[:end], [replace(first, text=first.text[end:], start=first.start + end), *parts[1:]]
        for n in range(1, min(len(words), _MOST_WORDS)):
            if self._phrases.read(behind(n)):
                return upto(n), parts[n:]
        # Of two or three words the first may be a misspelt actor; more are no action at all.
        return (first.text, parts[1:]) if 1 < len(words) <= 3 else (None, parts)

    # --- what one detail takes of the words behind it --------------------------------------------------------

    def extent(self, field: str, words: list[str]) -> int:
        """How many of the words behind a mark are its value: those of the longest known name, or one."""
        for n in range(min(len(words), _MOST_WORDS), 0, -1):
            text = " ".join(words[:n])
            if field == "addressee":
                known = not (ends_open(words[n - 1]) or (n < len(words) and begins_open(words[n])))
                known = known and self._names.people(text) is not None
            elif field in ("place", "facing", "object"):
                known = bool(self._names.detail(field, text))
            else:
                known = bool(self._names.find(text, ("value", "role", "place", "object")))
            if known:
                return n
        n = 1
        while field == "addressee" and n < len(words) and (ends_open(words[n - 1]) or begins_open(words[n])):
            n += 1
        return n


class _Chunks:
    """Gathers the chunks of one line."""

    def __init__(self, reader: LineReader, line: str, end: int, notes: list[Note]) -> None:
        self._reader = reader
        self._line = line
        self._end = end
        self._notes = notes
        self._out: list[Chunk] = []
        self._words: list[_Word] = []
        self._passage: str | None = None
        self._details: list[tuple[str, str]] = []
        self._verbatim: set[int] = set()
        self._start: int | None = None
        self._stop = 0

    def chunks(self, parts: list[Token]) -> list[Chunk]:
        n = 0
        while n < len(parts):
            token = parts[n]
            if token.kind == "word" and n + 1 < len(parts) and parts[n + 1].text == "=" and parts[n + 1].kind == "mark":
                n = self._value(parts, n + 2, token.text, token)
            elif token.kind == "word":
                if self._begun():
                    self._flush()
                self._take(token)
                self._words.append(_Word(token.text, token.start, token.end))
                n += 1
            elif token.kind == "passage":
                if self._words or self._passage is not None:
                    self._flush()
                self._take(token)
                self._passage = token.text
                n += 1
            elif token.kind == "quote":
                self._take(token)
                self._state("words", token.text, verbatim=True)
                n += 1
            elif token.kind == "mark" and token.text in _FIELDS:
                n = self._value(parts, n + 1, _FIELDS[token.text], token)
            else:
                # A colon (after 曰, or a stray one) parts words; an = without a key says nothing.
                if token.kind == "mark":
                    self._notes.append(Note("empty-mark", token.text))
                n += 1
        self._flush()
        return self._out

    def _begun(self) -> bool:
        """Whether a word now begins a new chunk: details have been stated of the present one."""
        return bool(self._details) and (bool(self._words) or self._passage is not None)

    def _take(self, token: Token) -> None:
        if self._start is None:
            self._start = token.start
        self._stop = max(self._stop, token.end)

    def _state(self, key: str, text: str, *, verbatim: bool = False) -> None:
        if verbatim:
            self._verbatim.add(len(self._details))
        self._details.append((key, text))

    def _value(self, parts: list[Token], n: int, key: str, token: Token) -> int:
        """Takes the value of a detail from the tokens on; returns where the line goes on."""
        self._take(token)
        if n < len(parts) and parts[n].kind == "quote":
            self._take(parts[n])
            self._state(key, parts[n].text, verbatim=True)
            return n + 1
        end = n
        while end < len(parts) and parts[end].kind == "word":
            end += 1
        if end < len(parts) and parts[end].text == "=" and parts[end].kind == "mark":
            end -= 1
        words = [part.text for part in parts[n : min(end, n + _MOST_WORDS + 1)]]
        if not words:
            self._notes.append(Note("empty-mark", key if token.kind == "word" else token.text))
            return max(n, end)
        count = 1 if key == "words" else self._reader.extent(key, words)
        for part in parts[n : n + count]:
            self._take(part)
        self._state(key, " ".join(words[:count]))
        return n + count

    def _flush(self) -> None:
        if self._start is None:
            return
        phrase = self._line[self._words[0].start : self._words[-1].end] if self._words else ""
        share = self._line[self._start : self._stop].strip()
        details = tuple(self._details)
        self._out.append(Chunk(phrase, self._passage, details, frozenset(self._verbatim), share))
        self._words, self._passage, self._details, self._verbatim = [], None, [], set()
        self._start, self._stop = None, 0
