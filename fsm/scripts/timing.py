"""Times for formats in which everything has one: kept where they are, supplied where they are missing."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from .times import Span, read_time

MOMENT = 1_000
"""How long, in milliseconds, what has no time or only a moment is shown."""


def spans(times: Sequence[str | None], groups: Sequence[int | None]) -> list[Span]:
    """For each action (its time as written, its group) a span; only those of one group overlap.

    Acts of one line that share its time divide it; what would come before its predecessor is put off.
    """
    read = [read_time(time) if time else None for time in times]
    slots = _slots(groups)
    # When the next slot that has a time begins, for each slot.
    coming: list[int | None] = []
    later: int | None = None
    for slot in reversed(slots):
        coming.append(later)
        starts = [span.start for n in slot if (span := read[n])]
        later = min(starts) if starts else later
    coming.reverse()
    out: list[Span] = []
    free = 0
    at = 0
    while at < len(slots):
        slot = slots[at]
        if len(slot) > 1:
            placed = _shared([read[n] for n in slot], free, coming[at])
        else:
            run = at + 1
            while run < len(slots) and len(slots[run]) == 1 and read[slots[run][0]] == read[slot[0]]:
                run += 1
            placed = _divided(read[slot[0]], run - at, free, coming[run - 1])
            at = run - 1
        out += placed
        free = max(span.end for span in placed)
        at += 1
    return out


def _slots(groups: Sequence[int | None]) -> list[list[int]]:
    slots: list[list[int]] = []
    for n, group in enumerate(groups):
        if n and group is not None and group == groups[n - 1]:
            slots[-1].append(n)
        else:
            slots.append([n])
    return slots


def _divided(span: Span | None, count: int, free: int, coming: int | None) -> list[Span]:
    """As many spans one after the other, in the span or, without one, from the free time on."""
    start = max(span.start, free) if span else free
    end = span.end if span and span.end > start else start + MOMENT * (1 if span else count)
    if coming is not None and start < coming < end:
        end = coming
    end = max(end, start + count)
    edges = [start + (end - start) * n // count for n in range(count + 1)]
    return [Span(a, b, "") for a, b in itertools.pairwise(edges)]


def _shared(given: Sequence[Span | None], free: int, coming: int | None) -> list[Span]:
    """The spans of a group, put off as a whole until the time is free."""
    timed = [span for span in given if span]
    first = min((span.start for span in timed), default=free)
    last = max((span.end for span in timed), default=first)
    late = max(0, free - first)
    if last <= first:
        last = first + MOMENT
        if coming is not None and first + late < coming < last + late:
            last = coming - late
        last = max(last, first + 1)
    out = []
    for span in given:
        start, end = (span.start, span.end) if span else (first, last)
        out.append(Span(start + late, max(end, min(start + MOMENT, last), start + 1) + late, ""))
    return out
