"""What to ask otherwise: another rite, stretch or commentator, a fact inherited, a reading that matters.

Where next to nothing of a script is as expected, the script is seldom at fault: the wrong thing was asked of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .actions import Item
from .checking import Finding, Verdict
from .deciding import idle
from .loading import load
from .matching import Matcher
from .readings import COMMENTATORS
from .rite import Rite
from .rites import MODULES
from .terms import registers
from .vocabulary import load as load_vocabulary

MANY_MISSING = 10
"""From so many acts on that are missing before its first line a script probably begins later."""


@dataclass(frozen=True, slots=True)
class Hint:
    """An advice on how to ask, and what its sentence names."""

    code: str
    details: Mapping[str, Any]


def hints(verdict: Verdict) -> tuple[Hint, ...]:
    """What might better be asked of the script of a verdict; nothing where it may be asked so."""
    advised = tuple(_inherited(verdict)) or tuple(_elsewhere(verdict) if _lost(verdict) else _followed(verdict))
    return (*advised, *_idle(verdict.rite))


def _idle(rite: Rite) -> Iterator[Hint]:
    """Disputes decided one by one that decide nothing here."""
    for id in rite.profile.overrides:
        if (why := idle(rite, id)) is not None:
            yield Hint("idle-reading", {"dispute": id, "why_zh": why[0], "why_en": why[1]})


def _inherited(verdict: Verdict) -> Iterator[Hint]:
    """Facts settled before the stretch begins, on which it hangs whether an act of the script is done."""
    rite = verdict.rite
    begun, order = rite.request.start, [section.id for section in rite.definition.sections]
    if begun is None:
        return
    read = {r for f in verdict.findings if f.details.get("when") is not None for r in registers(f.details["when"])}
    domains = {register.name: register.domain for register in rite.schema.registers}
    for name, fact in rite.inherited.items():
        if fact.register in read and name not in rite.request.given and order.index(begun) >= order.index(fact.since):
            yield Hint("inherited", {"key": name, "register": fact.register, "domain": domains[fact.register]})


def _followed(verdict: Verdict) -> Iterator[Hint]:
    """Another commentator whom the script seems to follow: at least half of its errors are none under him."""
    errors = [finding for finding in verdict.findings if finding.severity == "error"]
    excusing = [_excusing(verdict.rite, finding) for finding in errors]
    excused = {id: [each[id] for each in excusing if id in each] for id in COMMENTATORS}
    who, disputes = max(excused.items(), key=lambda each: len(each[1]))
    if len(set(disputes)) > 1 and 2 * len(disputes) >= len(errors):
        yield Hint("other-reading", {"who": who})


def _excusing(rite: Rite, finding: Finding) -> Mapping[str, str]:
    """Commentators under whose reading a finding is none, each with the dispute."""
    found: dict[str, str] = {}
    for reading in finding.alternatives:
        dispute, _, key = reading.partition("=")
        position = next(p for p in rite.profile.disputes[dispute].positions if p.key == key)
        found |= dict.fromkeys(position.holders, dispute)
    return found


def _lost(verdict: Verdict) -> bool:
    """Whether the script and what was asked of it have little in common."""
    surplus = {edit.index for finding in verdict.findings for edit in finding.fix if edit.op == "delete"}
    return 2 * len(surplus) > len(verdict.script.items) or any(map(_astray, verdict.findings))


def _astray(finding: Finding) -> bool:
    late = finding.kind == "missing" and finding.index == 0 and finding.details.get("count", 1) >= MANY_MISSING
    return late or finding.code == "SH901"


def _elsewhere(verdict: Verdict) -> Iterator[Hint]:
    """The rite, and the stretch of it, in which most acts of the script are at home."""
    asked, items = verdict.rite.request, verdict.script.items
    whole = [load(id, cast=asked.cast if id == verdict.rite.id else None) for id in MODULES]
    found = {rite.id: _homes(rite, items) for rite in whole}
    best = max(whole, key=lambda rite: (len(found[rite.id]), rite.id == verdict.rite.id))
    if 2 * len(found[best.id]) < len(items):
        return
    first, last = _stretch(best, found[best.id])
    details = {"rite": best.id, "zh": best.definition.zh, "en": best.definition.en, "start": first, "end": last}
    if best.id != verdict.rite.id:
        yield Hint("other-rite", details)
    elif first and (first, last) != (asked.start, asked.end):
        yield Hint("other-stretch", details)


def _homes(rite: Rite, items: Sequence[Item]) -> list[frozenset[str]]:
    """For each item that the rite has as it stands the sections that have it."""
    matcher = Matcher(rite, load_vocabulary())
    patterns = [matcher.pattern(item.action) for item in items]
    return [
        frozenset(step.section for step in rite.steps if matcher.could_mean(pattern, step))
        for pattern in patterns
        if matcher.at_home(pattern)
    ]


def _stretch(rite: Rite, found: Sequence[frozenset[str]]) -> tuple[str, str]:
    """The first and the last section of which more than a stray act is told, by acts that are nowhere else."""
    told = Counter(section for sections in found if len(sections) == 1 for section in sections)
    order = [section.id for section in rite.definition.sections if told[section.id] > 1]
    return (order[0], order[-1]) if order else ("", "")
