"""Writing subtitles: one cue for each act, in the order of their times."""

from __future__ import annotations

import re

from .sheets import clock
from .timing import spans
from .writing import Lines, Timed

_SAYS_NOTHING = re.compile(r"[<{]")


def _cues(actions: Timed, lang: str) -> list[tuple[int, int, str]]:
    lines = Lines(lang)
    times = spans([time for _, time, _ in actions], [group for _, _, group in actions])
    written = [lines.line(action, True) for action, _, _ in actions]
    cues = [(span.start, span.end, line) for span, line in zip(times, written, strict=True)]
    return sorted(cues, key=lambda cue: cue[0])


def _stamp(milliseconds: int, point: str) -> str:
    text = clock(milliseconds, True).replace(".", point)
    return text if text.index(":") > 1 else f"0{text}"


def _unmarked(line: str) -> str:
    """Signs that would begin a tag, escaped where they stand in quotation marks."""
    pieces = re.split(r'("(?:\\.|[^"\\])*")', line)
    return "".join(
        _SAYS_NOTHING.sub(lambda found: f"\\u{ord(found[0]):04x}", piece) if n % 2 else piece
        for n, piece in enumerate(pieces)
    )


def srt_text(actions: Timed, lang: str) -> str:
    """The actions as SRT."""
    return "\n".join(
        f"{n}\n{_stamp(start, ',')} --> {_stamp(end, ',')}\n{_unmarked(line)}\n"
        for n, (start, end, line) in enumerate(_cues(actions, lang), 1)
    )


def vtt_text(actions: Timed, lang: str) -> str:
    """The actions as WebVTT."""
    out = ["WEBVTT\n"]
    for start, end, line in _cues(actions, lang):
        text = _unmarked(line).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        out.append(f"{_stamp(start, '.')} --> {_stamp(end, '.')}\n{text}\n")
    return "\n".join(out)
