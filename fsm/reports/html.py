"""A verdict as one page of HTML: the script, with what was found beside it.

The page needs nothing but itself: no scripts, no fonts, no pictures, no network.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import replace

from ..actions import Item
from ..checking import Verdict
from ..messages import item_text
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
body { font: 16px/1.6 system-ui, sans-serif; max-width: 76rem; margin: 1rem auto; padding: 0 1rem }
h1 { font-size: 1.3rem; overflow-wrap: anywhere }
.bad, .error .tag { color: var(--error) } .good { color: var(--good) }
.warning .tag { color: var(--warning) } .note .tag { color: var(--note) }
ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.5rem } a { color: inherit }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
th, td { text-align: start; vertical-align: top; padding: .3rem .5rem; border-top: 1px solid var(--line);
 overflow-wrap: anywhere }
th:nth-child(1) { width: 8rem } th:nth-child(2) { width: 36% }
td:nth-child(1) { opacity: .75; font-size: .85rem }
tbody tr { border-inline-start: 4px solid transparent } tr:target { background: #8882 }
tr.error { border-inline-start-color: var(--error) } tr.warning { border-inline-start-color: var(--warning) }
tr.note { border-inline-start-color: var(--note) }
.mark { margin: 0 0 .6rem } .mark p { margin: 0 } .tag { font-weight: bold }
dl { margin: .2rem 0 0; font-size: .9rem; display: grid; grid-template-columns: max-content 1fr; gap: 0 .6rem }
dt { font-weight: bold; opacity: .8 } dd { margin: 0 }
@media screen and (max-width: 48rem) { table, tbody, tr, td { display: block } thead, td:empty { display: none }
 td { border: 0; padding: .1rem .5rem }
 td:nth-child(-n+2) { display: inline } tr { border-top: 1px solid var(--line); padding: .2rem 0 } }
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
        # Of a workbook one sheet is read: which, need not be said of every row.
        self._items = [replace(i, at=replace(i.at, sheet=None)) if i.at.cell else i for i in verdict.script.items]

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
        rows = [self._cells("whole", self._word("whole"), "", whole)] if whole else []
        rows += (self._row(n, item, at.get(n, [])) for n, item in enumerate(items))
        if len(items) in at:
            rows.append(self._cells(str(len(items)), self._word("end"), "", at[len(items)]))
        title = _text(verdict.script.source or verdict.rite.id)
        heads = "".join(f"<th>{self._word(key)}</th>" for key in ("place", "script", "findings"))
        return (
            f'<!DOCTYPE html>\n<html lang="{_TONGUES.get(self._lang, "zh-Hant")}">\n<head>\n<meta charset="utf-8">\n'
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
            f"<p>{self._summary()}</p>\n{self._contents(whole, at)}"
            f"<table>\n<thead><tr>{heads}</tr></thead>\n"
            f"<tbody>\n{''.join(rows)}</tbody>\n</table>\n</body>\n</html>\n"
        )

    def _summary(self) -> str:
        """The last line of the report, its verdict marked."""
        mood = "good" if conforms(self._verdict) else "bad"
        said = self._lines(summary(self._verdict, self._lang))
        return re.sub(r"(^|<span[^>]*>)([^；;<]+)", rf'\1<b class="{mood}">\2</b>', said)

    def _contents(self, whole: list[Mark], at: Mapping[int, list[Mark]]) -> str:
        """What was found, in short, with links to it: of a long script one need not look for it."""
        placed = [("whole", mark) for mark in whole] + [(str(n), mark) for n in sorted(at) for mark in at[n]]
        links = "".join(
            f'<li class="{mark.severity}"><a href="#{row}">{_text(mark.where) or self._word("whole")}</a> '
            f"{self._tag(mark)}</li>\n"
            for row, mark in placed
        )
        return f"<ul>\n{links}</ul>\n" if links else ""

    def _row(self, index: int, item: Item, found: list[Mark]) -> str:
        place = in_one(item_place(self._items, index, self._one), self._lang)
        text = f"<bdi>{_text(item_text(item, self._lang))}</bdi>"
        return self._cells(str(index), _text(place), text, found)

    def _cells(self, id: str, place: str, text: str, found: list[Mark]) -> str:
        worst = next((name for name in ("error", "warning", "note") if any(m.severity == name for m in found)), "")
        kind = f' id="{id}" class="{worst}"' if worst else ""
        said = "".join(map(self._mark, found))
        return f"<tr{kind}><td>{place}</td><td>{text}</td><td>{said}</td></tr>\n"

    @staticmethod
    def _tag(mark: Mark) -> str:
        return f'<span class="tag">{_text(mark.title)}</span>'

    def _mark(self, mark: Mark) -> str:
        details = "".join(f"<dt>{_text(name)}</dt><dd>{_text(text)}</dd>" for name, text in mark.details)
        listed = f"<dl>{details}</dl>" if details else ""
        return (
            f'<div class="mark {mark.severity}"><p>{self._tag(mark)}<br>{self._lines(mark.message)}</p>{listed}</div>'
        )
