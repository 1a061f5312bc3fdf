"""Times of a script, and which of its lines happen together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_PLAIN = str.maketrans("０１２３４５６７８９：－–—~～", "0123456789:-----")
_POINT = r"(\d{1,3}):(\d{1,2})(?::(\d{1,2}))?(?:[.,](\d{1,3}))?"
_TIME = re.compile(rf"\s*({_POINT}(?:\s*-\s*{_POINT})?)(?=\s|$)")
_LONGEST = 64


@dataclass(frozen=True, slots=True)
class Span:
    """When a line is done, in milliseconds; a single moment ends where it starts.  text: as written."""

    start: int
    end: int
    text: str

    def meets(self, other: Span) -> bool:
        """Whether the two begin at once or overlap."""
        return self.start == other.start or (self.start < other.end and other.start < self.end)


def _milliseconds(first: str, second: str, third: str | None, fraction: str | None) -> int | None:
    """h:mm:ss or mm:ss; None where a minute or second is over 59."""
    hours, minutes, seconds = (int(first), int(second), int(third)) if third else (0, int(first), int(second))
    if seconds > 59 or (third and minutes > 59):
        return None
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((fraction or "0").ljust(3, "0"))


def leading_time(line: str) -> tuple[int, Span | None, str]:
    """(where the line goes on, its time, the time as written) of a line that may begin with a time.

    Without one: (0, None, "").  A time that cannot be is returned as written, without a span.
    """
    found = _TIME.match(line[:_LONGEST].translate(_PLAIN))
    if not found:
        return 0, None, ""
    text = line[found.start(1) : found.end(1)]
    start = _milliseconds(found[2], found[3], found[4], found[5])
    end = start if found[6] is None else _milliseconds(found[6], found[7], found[8], found[9])
    if start is None or end is None or end < start:
        return found.end(), None, text
    return found.end(), Span(start, end, text), text


def read_time(text: str) -> Span | None:
    """The time that the whole text is, or None."""
    end, span, _ = leading_time(text)
    return span if span and not text[end:].strip() else None


def clusters(spans: Sequence[Span | None]) -> Iterator[tuple[int, bool]]:
    """For each line (number of its cluster, whether others share it).

    Consecutive timed lines that meet are one cluster; every other line is its own.
    """
    numbers: list[int] = []
    hull: Span | None = None
    for span in spans:
        if span and hull and span.meets(hull):
            numbers.append(numbers[-1])
            hull = Span(min(hull.start, span.start), max(hull.end, span.end), "")
        else:
            numbers.append(numbers[-1] + 1 if numbers else 0)
            hull = span
    for n, number in enumerate(numbers):
        yield number, number in (numbers[n - 1] if n else None, numbers[n + 1] if n + 1 < len(numbers) else None)
