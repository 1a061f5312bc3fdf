"""Findings and problems of reading, alike: where, how bad, and what is said of them."""

from __future__ import annotations

from dataclasses import dataclass

from ..actions import Place, Problem
from ..checking import MOST_EXPECTED, Finding, Verdict
from ..hints import Hint, hints
from ..messages import (
    citation_text,
    cited,
    hint_message,
    message,
    problem_message,
    problem_severity,
    problems_told,
    script_line,
)
from ..vocabulary import simplify
from ..wording import guard_text
from .edits import edits_text
from .places import item_place, place_text

SEVERITIES = {"error": ("錯誤", "error"), "warning": ("提醒", "warning"), "note": ("附註", "note")}
"""How bad something is, in words."""

_LABELS = {
    "hint": ("提示", "hint"), "expected": ("可做", "expected"),
    "rule": ("規則", "rule"), "source": ("出處", "source"), "fix": ("改法", "fix"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mark:
    """Something found.

    index: the item it belongs to (for something missing the one before which it belongs; the number of
    items: the end); None for a problem of reading.  at: where it is in the script, where that is known.
    where, label, message: for people; details: (what it is, text) of rules, sources and repairs.
    """

    index: int | None
    at: Place | None
    where: str
    severity: str
    label: str
    code: str
    message: str
    details: tuple[tuple[str, str], ...] = ()

    @property
    def title(self) -> str:
        """What it is: 錯誤 SH201; a hint has no code."""
        return f"{self.label} {self.code}".rstrip()

    @property
    def short(self) -> str:
        """Everything on one line: 錯誤 SH201：此處少了…"""
        said = " ".join(self.message.split("\n"))
        fixes = [text for name, text in self.details if name in _LABELS["fix"] or name == _both("fix")]
        return f"{self.title}: {said}" + (f" [{'; '.join(fixes)}]" if fixes else "")


def _both(key: str) -> str:
    return " ".join(_LABELS[key])


def marks(verdict: Verdict, lang: str) -> list[Mark]:
    """All that was found, hints and problems of reading first.  lang: one of `fsm.messages.LANGUAGES`."""
    maker = _Maker(verdict, lang)
    return [
        *map(maker.hint, hints(verdict)),
        *map(maker.problem, problems_told(verdict)),
        *map(maker.finding, verdict.findings),
    ]


def in_one(text: str, lang: str) -> str:
    """The text in simplified characters, if that is asked for."""
    return simplify(text) if lang == "zh-Hans" else text


class _Maker:
    """Makes the marks of one verdict."""

    def __init__(self, verdict: Verdict, lang: str) -> None:
        self._verdict = verdict
        self._items = verdict.script.items
        self._lang = lang
        self._one = "en" if lang == "en" else "zh"

    def _label(self, pair: tuple[str, str]) -> str:
        if self._lang == "both":
            return " ".join(pair)
        return in_one(pair[self._one == "en"], self._lang)

    def _said(self, text: str) -> str:
        return in_one(text, self._lang)

    def hint(self, hint: Hint) -> Mark:
        """An advice on how to ask, which belongs to the script as a whole."""
        said = hint_message(hint, self._verdict.rite, self._lang)
        return Mark(None, None, "", "note", self._label(_LABELS["hint"]), "", said)

    def problem(self, problem: Problem) -> Mark:
        """A problem of reading."""
        severity = problem_severity(problem)
        return Mark(
            None, problem.at, self._said(place_text(problem.at, self._one)), severity,
            self._label(SEVERITIES[severity]), problem.code, problem_message(problem, self._lang),
        )  # fmt: skip

    def finding(self, finding: Finding) -> Mark:
        """A finding."""
        item = finding.item
        where = self._said(item_place(self._items, finding.index, self._one))
        details: list[tuple[str, str]] = []
        if finding.expected and finding.kind not in ("missing", "unfinished"):
            lines = [script_line(action, self._lang) for action in finding.expected[:MOST_EXPECTED]]
            details.append(("expected", "; ".join(lines)))
        details += (("rule", f"{guard.id}: {guard_text(guard, self._one)}") for guard in finding.guards)
        for cite, who in cited(finding):
            details.append(("source", citation_text(cite, self._verdict.rite, who, self._one)))
        details += (("fix", text) for text in edits_text(finding.fix, self._items, self._lang))
        return Mark(
            finding.index, item.at if item else None, where, finding.severity,
            self._label(SEVERITIES[finding.severity]), finding.code, message(finding, self._lang),
            tuple((self._label(_LABELS[key]), self._said(text)) for key, text in details),
        )  # fmt: skip


def summary(verdict: Verdict, lang: str) -> str:
    """The last line of the report for people: whether it conforms, counts, profile and cast."""
    from ..messages import report

    lines = report(verdict, lang).rstrip().split("\n")
    return "\n".join(lines[-2:] if lang == "both" else lines[-1:])


def conforms(verdict: Verdict) -> bool:
    """Whether the script conforms and could be read without an error."""
    return verdict.conforms and all(problem_severity(p) != "error" for p in verdict.script.problems)
