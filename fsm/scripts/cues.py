"""Subtitles: SRT and WebVTT.  Each line of a cue is one line of the text format: "actor: act @place".

The time is the cue's, so cues that overlap are done at once; cues are taken in the order of their times.
In WebVTT a voice (<v 司射>) names the actor.  Tags of style are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..actions import Action, Place, Script, Unknown
from .building import Note
from .errors import ScriptError
from .gathering import Gathering
from .limits import Limits
from .sheets import clock
from .text import LineReader
from .times import Span

_BREAK = re.compile(r"\r\n|\r|\n")
_CLOCK = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?"
_TIMING = re.compile(rf"\s*{_CLOCK}\s*-->\s*{_CLOCK}(?:\s.*)?", re.DOTALL)
_SRT = re.compile(rf"\A\s*(?:\d{{1,9}}\s*\n)?\s*{_CLOCK}\s*-->")
_TAG = re.compile(
    r"</?(?:b|i|u|s|c|v|font|ruby|rt|lang|\d\d:\d\d[:.\d]*)(?:[.\s][^<>\n]{0,300})?>|\{\\[^{}\n]{0,100}\}",
    re.IGNORECASE,
)
_VOICE = re.compile(r"<v(?:\.[^\s>]{0,60})?\s+([^<>]{1,200})>", re.IGNORECASE)
_DASH = re.compile(r"[-–—]\s+")
_SHOWN = 80
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&nbsp;": " ", "&lrm;": "", "&rlm;": "", "&amp;": "&"}
_ENTITY = re.compile("|".join(_ENTITIES))


@dataclass(slots=True)
class _Cue:
    """A cue.  line: number of its timing line; lines: (number, text) of what it says."""

    line: int
    span: Span
    lines: list[tuple[int, str]]


def looks_like_vtt(text: str) -> bool:
    """Whether a text begins as WebVTT does."""
    return re.match(r"\ufeff?WEBVTT(?=\s|\Z)", text) is not None


def looks_like_srt(text: str) -> bool:
    """Whether a text begins with the times of a cue."""
    return _SRT.match(text[:2_000]) is not None


def _milliseconds(parts: tuple[str | None, ...]) -> int | None:
    hours, minutes, seconds = (int(part or 0) for part in parts[:3])
    if minutes > 59 or seconds > 59:
        return None
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((parts[3] or "0").ljust(3, "0"))


def _cues(lines: list[str], gathering: Gathering, limits: Limits, vtt: bool) -> Iterator[_Cue]:
    """The cues, in the order of the file."""
    at, skipping, last = 0, False, 0
    cue: _Cue | None = None
    while at < len(lines):
        line = lines[at]
        at += 1
        if vtt and cue is None and re.match(r"(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)", line):
            skipping = True
        elif not line.strip():
            skipping = False
            if cue:
                yield cue
            cue = None
        elif skipping:
            continue
        elif "-->" in line[:_SHOWN] and _timing_like(line):
            if cue:
                # Two cues without a blank line between them: a number above the times is the second's.
                if cue.lines and cue.lines[-1][1].strip().isdigit():
                    cue.lines.pop()
                yield cue
            cue = _begun(line, at, gathering, last)
            last = cue.span.start
        elif cue:
            cue.lines.append((at, line))
        elif not (at < len(lines) and "-->" in lines[at][:_SHOWN]):
            place = Place(gathering.source, at)
            if len(line) > limits.line_length:
                gathering.problem(Note("line-too-long", line[:_SHOWN], str(limits.line_length)), place)
            elif not line.strip().isdigit():
                gathering.problem(Note("bad-cue", line[:_SHOWN]), place)
    if cue:
        yield cue


def _timing_like(line: str) -> bool:
    return re.match(r"\s*[\d:.,-]*\s*-->", line[:_SHOWN]) is not None


def _begun(line: str, number: int, gathering: Gathering, last: int) -> _Cue:
    """A cue from its timing line; one whose times cannot be read has none, and stands where the last began."""
    found = _TIMING.fullmatch(line[:1_000])
    place = Place(gathering.source, number)
    start = _milliseconds(found.groups()[:4]) if found else None
    end = _milliseconds(found.groups()[4:]) if found else None
    if start is None or end is None or end < start:
        gathering.problem(Note("bad-cue", line.strip()[:_SHOWN]), place)
        known = last if start is None else start
        return _Cue(number, Span(known, known, ""), [])
    return _Cue(number, Span(start, end, f"{clock(start, True)}-{clock(end, True)}"), [])


def _plain(line: str, vtt: bool) -> str:
    voice = _VOICE.search(line)
    text = _TAG.sub("", line).strip()
    if voice and ":" not in text and "：" not in text:
        text = f"{voice[1].strip()}: {text}"
    text = _DASH.sub("", text, count=1) if _DASH.match(text) else text
    return _ENTITY.sub(lambda entity: _ENTITIES[entity[0]], text) if vtt else text


def _read(text: str, source: str, limits: Limits, vtt: bool) -> Script:
    lines = _BREAK.split(text)
    if len(lines) > limits.lines:
        raise ScriptError("too-large", what="lines", limit=limits.lines)
    gathering, reader = Gathering(source, limits), LineReader()
    cues = list(_cues(lines, gathering, limits, vtt))
    if not cues:
        raise ScriptError("no-cues", found=next((line.strip()[:_SHOWN] for line in lines if line.strip()), ""))
    for cue in sorted(cues, key=lambda cue: cue.span.start):
        span = cue.span if cue.span.text else None
        if not cue.lines:
            gathering.problem(Note("no-act", cue.span.text), Place(source, cue.line, None, cue.span.text or None))
        for number, line in cue.lines:
            at = Place(source, number, None, cue.span.text or None)
            if len(line) > limits.line_length:
                gathering.problem(Note("line-too-long", line[:_SHOWN], str(limits.line_length)), at)
                shown = line[:_SHOWN] + "…"
                gathering.line(at, span, [(Action(unknown=(Unknown("act", shown),)), shown)], ())
            elif plain := _plain(line, vtt):
                gathering.line(at, span, *reader.read(plain))
    return gathering.script()


def read_srt(text: str, source: str, limits: Limits) -> Script:
    """Reads SRT.  ScriptError "no-cues", "too-large"."""
    return _read(text, source, limits, vtt=False)


def read_vtt(text: str, source: str, limits: Limits) -> Script:
    """Reads WebVTT.  ScriptError "no-cues", "too-large"."""
    return _read(text, source, limits, vtt=True)
