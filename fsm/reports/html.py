"""A verdict as one page of HTML: the script, with what was found beside it.

The page needs nothing but itself: no scripts, no fonts, no pictures, no network.
"""

from __future__ import annotations

import html
import re

from ..actions import Item
from ..checking import Verdict
from ..messages import script_line
from .marks import Mark, conforms, in_one, marks, summary
from .places import item_place

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_TONGUES = {"zh-Hant": "zh-Hant", "zh-Hans": "zh-Hans", "en": "en", "both": "zh-Hant"}
_WORDS = {
    "place": ("位置", "place"), "script": ("腳本", "script"), "findings": ("查驗", "findings"),
    "whole": ("全篇", "the whole script"), "end": ("末尾", "the end"),
}  # fmt: skip
_STYLE = """
:root { color-scheme: light dark; --line: #8886;
 --error: #b3261e; --warning: #8a5a00; --note: #0b57a4; --good: #1a6b34 }
@media (prefers-color-scheme: dark) {
 :root { --error: #ff8a80; --warning: #ffcc66; --note: #8ab4f8; --good: #81c995 } }
body { font: 16px/1.6 system-ui, "Noto Serif CJK TC", "Songti TC", serif;
 max-width: 76rem; margin: 1rem auto; padding: 0 1rem }
h1 { font-size: 1.3rem; overflow-wrap: anywhere } .sum { font-weight: bold }
.bad { color: var(--error) } .good { color: var(--good) }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
th, td { text-align: start; vertical-align: top; padding: .3rem .5rem; border-top: 1px solid var(--line);
 overflow-wrap: anywhere }
th:nth-child(1) { width: 3rem } th:nth-child(2) { width: 9rem }
td:nth-child(1), td:nth-child(2) { opacity: .75; font-size: .85rem }
tr.error > td:nth-child(3) { border-inline-start: 4px solid var(--error) }
tr.warning > td:nth-child(3) { border-inline-start: 4px solid var(--warning) }
tr.note > td:nth-child(3) { border-inline-start: 4px solid var(--note) }
.mark { margin: 0 0 .6rem } .mark p { margin: 0 } .tag { font-weight: bold }
.mark.error .tag { color: var(--error) }
.mark.warning .tag { color: var(--warning) } .mark.note .tag { color: var(--note) }
dl { margin: .2rem 0 0; font-size: .9rem; display: grid; grid-template-columns: max-content 1fr; gap: 0 .6rem }
dt { font-weight: bold; opacity: .8 } dd { margin: 0 }
@media (max-width: 48rem) { table, tbody, tr, td { display: block }
 thead { display: none } td { border: 0; padding: .1rem .5rem }
 tr { border-top: 1px solid var(--line) } }
@media print { body { max-width: none; font-size: 10pt } tr { break-inside: avoid } }
"""


def _text(text: str) -> str:
    return html.escape(_CONTROL.sub("\ufffd", text))


def page(verdict: Verdict, lang: str) -> str:
    """The verdict as a page."""
    return _Page(verdict, lang).page()


class _Page:
    """Writes one page."""

    def __init__(self, verdict: Verdict, lang: str) -> None:
        self._verdict = verdict
        self._lang = lang
        self._one = "en" if lang == "en" else "zh"

    def _word(self, key: str) -> str:
        zh, en = _WORDS[key]
        if self._lang == "both":
            return f'{zh} <span lang="en">{en}</span>'
        return en if self._lang == "en" else in_one(zh, self._lang)

    def _lines(self, text: str) -> str:
        """Chinese and, below it, English, each marked as what it is."""
        lines = text.split("\n")
        if self._lang != "both" or len(lines) != 2:
            return "<br>".join(map(_text, lines))
        return f'{_text(lines[0])}<br><span lang="en">{_text(lines[1])}</span>'

    def page(self) -> str:
        verdict, items = self._verdict, self._verdict.script.items
        found = marks(verdict, self._lang)
        at: dict[int, list[Mark]] = {}
        first: dict[tuple[object, ...], int] = {}
        for n, item in enumerate(items):
            first.setdefault((item.at.line, item.at.time, item.at.sheet), n)
        whole: list[Mark] = []
        for mark in found:
            place = mark.at
            index = mark.index
            if index is None and place and (place.line is not None or place.time):
                index = first.get((place.line, place.time, place.sheet))
                index = first.get((place.line, None, place.sheet)) if index is None else index
            if index is None:
                whole.append(mark)
            else:
                at.setdefault(min(index, len(items)), []).append(mark)
        rows = [self._loose("whole", whole)] if whole else []
        rows += (self._row(n, item, at.get(n, [])) for n, item in enumerate(items))
        rows += [self._loose("end", at[len(items)])] if len(items) in at else []
        title = _text(verdict.script.source or verdict.rite.id)
        mood = "good" if conforms(verdict) else "bad"
        return (
            f'<!DOCTYPE html>\n<html lang="{_TONGUES.get(self._lang, "zh-Hant")}">\n<head>\n<meta charset="utf-8">\n'
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
            f'<p class="sum {mood}">{self._lines(summary(verdict, self._lang))}</p>\n<table>\n<thead><tr><th>#</th>'
            f"<th>{self._word('place')}</th><th>{self._word('script')}</th><th>{self._word('findings')}</th></tr></thead>\n"
            f"<tbody>\n{''.join(rows)}</tbody>\n</table>\n</body>\n</html>\n"
        )

    def _row(self, index: int, item: Item, found: list[Mark]) -> str:
        text = item.text.strip() or script_line(item.action, self._lang)
        place = in_one(item_place(self._verdict.script.items, index, self._one), self._lang)
        return self._cells(str(index + 1), _text(place), f"<bdi>{_text(text)}</bdi>", found)

    def _loose(self, key: str, found: list[Mark]) -> str:
        return self._cells("", self._word(key), "", found)

    def _cells(self, number: str, place: str, text: str, found: list[Mark]) -> str:
        worst = next((name for name in ("error", "warning", "note") if any(m.severity == name for m in found)), "")
        kind = f' class="{worst}"' if worst else ""
        said = "".join(map(self._mark, found))
        return f"<tr{kind}><td>{number}</td><td>{place}</td><td>{text}</td><td>{said}</td></tr>\n"

    def _mark(self, mark: Mark) -> str:
        details = "".join(f"<dt>{_text(name)}</dt><dd>{_text(text)}</dd>" for name, text in mark.details)
        listed = f"<dl>{details}</dl>" if details else ""
        tag = f'<span class="tag">{_text(mark.label)} {_text(mark.code)}</span>'
        return f'<div class="mark {mark.severity}"><p>{tag}<br>{self._lines(mark.message)}</p>{listed}</div>'
