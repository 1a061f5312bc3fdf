"""Would a finding be none under another reading?  Each dispute of its sections is tried, one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .checking import Checker, Finding, UnreadableScript, Verdict
from .loading import under
from .readings import Dispute
from .rite import Rite, UsageError
from .score import ScoreError

MOST_TRIED = 24
"""So many other positions are tried for one verdict, those of the first findings first."""


def with_alternatives(verdict: Verdict, partial: bool = False, strict: bool = False) -> Verdict:
    """The verdict with each error naming the readings (as ``TH-04=leaning``) under which it is none.

    A reading counts where the error of that kind at that item goes and the errors become fewer.
    """
    if not any(f.severity == "error" for f in verdict.findings):
        return verdict
    tried: dict[str, Verdict | None] = {}
    findings = tuple(
        replace(f, alternatives=tuple(_excusing(f, verdict, tried, partial, strict))) if f.severity == "error" else f
        for f in verdict.findings
    )
    return replace(verdict, findings=findings)


def _excusing(
    finding: Finding, verdict: Verdict, tried: dict[str, Verdict | None], partial: bool, strict: bool
) -> Iterator[str]:
    for dispute, key in _other_positions(verdict.rite, finding):
        override = f"{dispute.id}={key}"
        if override not in tried:
            tried[override] = _checked(verdict, override, partial, strict) if len(tried) < MOST_TRIED else None
        other = tried[override]
        if other is not None and _fewer(other, verdict) and not _has(other, finding):
            yield override


def _other_positions(rite: Rite, finding: Finding) -> Iterator[tuple[Dispute, str]]:
    sections = {clause.rsplit("-", 1)[0] for clause in finding.clauses}
    for dispute in rite.profile.disputes.values():
        if dispute.changes and dispute.section in sections:
            chosen = rite.profile.chosen(dispute.id)
            yield from ((dispute, p.key) for p in dispute.positions if p.key != chosen)


def _checked(verdict: Verdict, override: str, partial: bool, strict: bool) -> Verdict | None:
    try:
        return Checker(under(verdict.rite, override)).check(verdict.script, partial, strict)
    except (ScoreError, UsageError, UnreadableScript):
        return None


def _errors(verdict: Verdict) -> list[Finding]:
    return [f for f in verdict.findings if f.severity == "error"]


def _fewer(other: Verdict, verdict: Verdict) -> bool:
    return len(_errors(other)) < len(_errors(verdict))


def _has(other: Verdict, finding: Finding) -> bool:
    return any(f.index == finding.index and f.kind == finding.kind for f in _errors(other))
