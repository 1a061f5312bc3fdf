"""A verdict in every format it is asked for in."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from importlib import import_module

from ..checking import Verdict
from .marks import Mark, conforms, marks

PAGES = ("text", "json", "markdown", "html")
"""Reports by themselves: text."""

ANNOTATED = ("csv", "xlsx", "eaf")
"""Copies of the script with the findings in them: bytes."""

REPORTS = (*PAGES, *ANNOTATED)
"""All formats of reports."""

Annotator = Callable[[bytes, Sequence[Mark], str], bytes]


def render(verdict: Verdict, format: str = "text", lang: str = "both", original: bytes | None = None) -> str | bytes:
    """The verdict as a file: text for `PAGES`, bytes for `ANNOTATED`.

    lang: "zh-Hant", "zh-Hans", "en" or "both".
    original: for a copy of the script with its findings, the bytes that were read; everything else in
    them stays.  Without it, and where it is of another format, the script is written anew in that format.
    Raises ValueError for another format; ScriptError where the original cannot be read.
    """
    if format == "text":
        from ..messages import report

        return report(verdict, lang)
    if format == "json":
        from ..messages import verdict_json

        whole = {**verdict_json(verdict), "conforms": conforms(verdict)}
        return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
    if format in ("markdown", "html"):
        page: Callable[[Verdict, str], str] = import_module(f".{format}", __package__).page
        return page(verdict, lang)
    if format in ANNOTATED:
        return _annotated(verdict, format, lang, original)
    raise ValueError(f"no report {format!r}; reports are {', '.join(REPORTS)}")


def _annotated(verdict: Verdict, format: str, lang: str, original: bytes | None) -> bytes:
    from . import anew

    annotate: Annotator = import_module(f".{format}", __package__).annotated
    found = marks(verdict, lang)
    if original is None or not anew.is_of(original, format):
        original, found = anew.written(verdict.script, format, lang, found)
    return annotate(original, found, lang)
