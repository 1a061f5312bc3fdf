"""Characters that nobody sees or nobody can write: taken out of what is read, and said so.

Marks of direction (bidi), of zero width and byte order marks within a text hide what it says and keep
names from being found; NUL and halves of surrogate pairs can be neither shown nor saved.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..actions import Place, Problem

INVISIBLE = re.compile("[\u200b\u200e\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
BROKEN = re.compile("[\0\ud800-\udfff]")
_BREAK = re.compile(r"\r\n|\r|\n")
_KINDS = (("invisible-marks", INVISIBLE, ""), ("broken-characters", BROKEN, "\ufffd"))


@dataclass(slots=True)
class Cleaner:
    """Cleans the texts of one script; what was taken out is one problem of each kind, at the first place of it."""

    _first: dict[str, Place] = field(default_factory=dict)
    _counts: dict[str, dict[str, int]] = field(default_factory=dict)

    def clean(self, text: str, at: Place | None = None) -> str:
        """The text without such characters.  at: where it stands; without one its lines are counted."""
        if text.isascii() and "\0" not in text:
            return text
        for code, pattern, instead in _KINDS:
            found = pattern.search(text)
            if not found:
                continue
            place = at or Place(line=1 + sum(1 for _ in _BREAK.finditer(text, 0, found.start())))
            self._first.setdefault(code, place)
            counts = self._counts.setdefault(code, {})
            for each in pattern.findall(text):
                counts[each] = counts.get(each, 0) + 1
            text = pattern.sub(instead, text)
        return text

    def problems(self, source: str) -> tuple[Problem, ...]:
        """What was taken out so far: U+202E ×3 …"""
        out = []
        for code, place in self._first.items():
            read = ", ".join(f"U+{ord(char):04X} ×{count}" for char, count in sorted(self._counts[code].items())[:8])
            at = Place(source, place.line, place.cell, place.time, place.sheet)
            out.append(Problem(code, at, read))
        return tuple(out)
