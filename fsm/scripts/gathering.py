"""Items and problems of a script gathered line by line, then put into groups."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..actions import Action, Item, Place, Problem, Script
from .building import Note
from .errors import ScriptError
from .limits import Limits
from .times import Span, clusters

_CLAUSE = re.compile(r"[A-Z]{2}[A-Z0-9]?-\d{2}-\d{3}(?![\w-])")
_GAP = re.compile(r"[\s,;、，；]*")


def clauses(comment: str | None) -> tuple[str, ...]:
    """The ids of the ledger that a comment begins with (DS2-01-014 …)."""
    found: list[str] = []
    text, at = comment or "", 0
    while match := _CLAUSE.match(text, at):
        found.append(match[0])
        at = _GAP.match(text, match.end()).end()  # type: ignore[union-attr]
    return tuple(found)


class Gathering:
    """What has been read of one script so far."""

    def __init__(self, source: str, limits: Limits) -> None:
        self.source = source
        self.limits = limits
        self.problems: list[Problem] = []
        self._lines: list[tuple[Span | None, list[tuple[Action, str]], Place]] = []
        self._count = 0
        self._last: Span | None = None

    def line(self, at: Place, span: Span | None, acts: list[tuple[Action, str]], notes: Iterable[Note]) -> None:
        """Adds the acts of one line and what is wrong with it; ScriptError("too-large") past the limit."""
        for note in notes:
            self.problem(note, at)
        if span:
            if self._last and span.start < self._last.start and not span.meets(self._last):
                self.problem(Note("time-order", span.text, self._last.text), at)
            self._last = span
        self._count += len(acts)
        if self._count > self.limits.actions:
            raise ScriptError("too-large", what="actions", limit=self.limits.actions)
        if acts:
            self._lines.append((span, acts, at))

    def problem(self, note: Note, at: Place) -> None:
        read = note.read if len(note.read) <= 200 else note.read[:200] + "…"
        self.problems.append(Problem(note.code, at, read, note.expected))

    def script(self) -> Script:
        """Everything read.  Groups ascend from 0; acts of one line are in order unless other lines share their time."""
        items: list[Item] = []
        group, last = -1, -1
        numbered = clusters([span for span, _, _ in self._lines])
        for (_, acts, at), (cluster, shared) in zip(self._lines, numbered, strict=True):
            for n, (action, text) in enumerate(acts):
                if not shared or (cluster != last and n == 0):
                    group += 1
                items.append(Item(action, text, at, group))
            last = cluster
        return Script(tuple(items), tuple(self.problems), self.source)
