"""Would a finding be none under another reading?  Each that matters to it is tried, one at a time.

Two readings that excuse it only together, and those whose difference shows in a later act alone, are not found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cached_property

from .acting import action_of_move
from .actions import Item
from .alignment import Aligner, Edge
from .checking import Checker, Finding, UnreadableScript, Verdict
from .loading import under
from .matching import Matcher
from .rite import Rite, UsageError
from .score import Reading, ScoreError, Step, steps, walk
from .situation import Situation
from .stretches import resumed
from .vocabulary import load as load_vocabulary
from .world import DomainError

MOST_TRIED = 24
"""So many other positions are tried for one verdict, those of the first findings first."""
REACH = 60
"""So many lines beyond a finding are read to see whether another reading leads further."""


def with_alternatives(verdict: Verdict, partial: bool = False, strict: bool = False) -> Verdict:
    """The verdict with each error naming the readings (as ``TH-04=leaning``) under which it is none.

    A reading counts where the error of that kind at that item goes and the errors become fewer.
    """
    if not any(f.severity == "error" for f in verdict.findings):
        return verdict
    other_readings = _OtherReadings(verdict, partial, strict)
    findings = tuple(
        replace(f, alternatives=tuple(other_readings.excusing(f))) if f.severity == "error" else f
        for f in verdict.findings
    )
    return replace(verdict, findings=findings)


class _OtherReadings:
    """The rite of a verdict under other readings, each made once, and checked where it may excuse something."""

    def __init__(self, verdict: Verdict, partial: bool, strict: bool) -> None:
        self.verdict = verdict
        self.partial = partial
        self.strict = strict
        self._rites: dict[str, Rite | None] = {}
        self._verdicts: dict[str, Verdict | None] = {}

    def excusing(self, finding: Finding) -> Iterator[str]:
        """The readings under which a finding is none."""
        for reading in self._that_matter(finding):
            if reading not in self._rites and len(self._rites) == MOST_TRIED:
                continue
            rite = self._rite(reading)
            if rite is None or (reading not in self._verdicts and not self._leads_on(finding, reading, rite)):
                continue
            other = self._checked(reading, rite)
            if other is not None and _fewer(other, self.verdict) and not _has(other, finding):
                yield reading

    def _that_matter(self, finding: Finding) -> Iterator[str]:
        """The other positions that change, in the sections of a finding, an act of the kind it is about."""
        rite = self.verdict.rite
        acts, sections = self._acts(finding), self._sections(finding)
        for dispute in rite.profile.disputes.values():
            if not dispute.changes:
                continue
            chosen = rite.profile.chosen(dispute.id)
            for key in (p.key for p in dispute.positions if p.key != chosen):
                changed = self._changed(dispute.id, key)
                if changed and not any(step.act in acts and step.section in sections for step in changed):
                    continue
                if changed or dispute.section in sections:  # what changes rules only is in no step
                    yield f"{dispute.id}={key}"

    def _changed(self, dispute: str, key: str) -> list[Step]:
        """The acts that are not the same, or not done, under another position."""
        keys = (key, self.verdict.rite.profile.chosen(dispute))
        return [step for k in keys for step in self._steps.get((dispute, k), ())]

    @cached_property
    def _steps(self) -> Mapping[tuple[str, str], tuple[Step, ...]]:
        """The acts that hang on each position of each dispute."""
        found: dict[tuple[str, str], list[Step]] = {}
        for part in walk(self.verdict.rite.full_score):
            if isinstance(part, Reading):
                for key, branch in part.positions:
                    found.setdefault((part.dispute, key), []).extend(steps(branch))
        return {key: tuple(hanging) for key, hanging in found.items()}

    def _acts(self, finding: Finding) -> set[str]:
        """The verbs of a finding: of its lines, of what it expected and of its repair."""
        lines = [e.index for e in finding.fix if e.op != "insert"] + ([finding.index] if finding.item else [])
        actions = [self.verdict.script.items[line].action for line in lines]
        return {a.act for a in (*actions, *finding.expected, *(e.action for e in finding.fix if e.action))}

    def _sections(self, finding: Finding) -> set[str]:
        """The sections of the clauses of a finding, of what might be done where it is, and of the last act before."""
        edges, at = self.verdict.edges, _first_line(finding)
        last = next((e.move.step for e in reversed(edges) if e.move is not None and e.before < at), None)
        here = next((e.situation for e in edges if e.before >= at), None)
        around = [last] if last else []
        around += [move.step for move in here.moves] if here else []
        return {*(clause.rsplit("-", 1)[0] for clause in finding.clauses), *(step.section for step in around)}

    def _rite(self, reading: str) -> Rite | None:
        if reading not in self._rites:
            try:
                self._rites[reading] = under(self.verdict.rite, reading)
            except (ScoreError, UsageError):
                self._rites[reading] = None
        return self._rites[reading]

    def _checked(self, reading: str, rite: Rite) -> Verdict | None:
        if reading not in self._verdicts:
            try:
                self._verdicts[reading] = Checker(rite).check(self.verdict.script, self.partial, self.strict)
            except UnreadableScript:
                self._verdicts[reading] = None
        return self._verdicts[reading]

    def _leads_on(self, finding: Finding, reading: str, other: Rite) -> bool:
        """Whether the script, right up to the finding, agrees further under another reading.

        Only the section where it stands is looked at: to check the whole of a long script anew for each reading takes
        long.  Where the section cannot be seen by itself, or the lines agree beyond the finding even so, the answer
        is yes: only the check itself can tell.
        """
        dispute, _, key = reading.partition("=")
        disputed = {step.section for step in self._changed(dispute, key)} & self._sections(finding)
        begun = self._begun(finding, disputed)
        if begun is None:
            return True
        edge, section = begun
        right, items = self._right_up_to(finding, edge)
        values = {
            register.name: edge.situation.read(register.name) for register in edge.situation.rite.schema.registers
        }
        here = self._agreeing(resumed(self.verdict.rite, section, values), items)
        if not right <= here <= right + finding.index - _first_line(finding):
            return True
        try:
            there = resumed(other, section, values)
        except DomainError:  # a register that takes other values under that reading
            return True
        return self._agreeing(there, items) > here

    def _begun(self, finding: Finding, disputed: AbstractSet[str]) -> tuple[Edge, str] | None:
        """Where the section of a finding begins, or one before it that was not yet over then: the act and the id.

        It is no later than the sections in dispute: lines of theirs may have been taken for the next.
        """
        order = [section.id for section in self.verdict.rite.sections]
        acts = [(edge, order.index(edge.move.step.section)) for edge in self.verdict.edges if edge.move is not None]
        numbers = [number for _, number in acts]
        done = [number for edge, number in acts if edge.before < _first_line(finding)]
        latest = min([*done[-1:], *(order.index(section) for section in disputed)], default=-1)
        for wanted in range(latest, -1, -1):
            begins = numbers.index(wanted) if wanted in done else None
            if begins is not None and min(numbers[begins:]) == wanted:
                return acts[begins][0], order[wanted]
        return None

    def _right_up_to(self, finding: Finding, begun: Edge) -> tuple[int, list[Item]]:
        """The lines since an act up to a finding, as they were corrected, and how many; then those of the script."""
        script, edges, at = self.verdict.script.items, self.verdict.edges, _first_line(finding)
        right: list[Item] = []
        for edge in edges[edges.index(begun) :]:
            if edge.before >= at:
                break
            if edge.kind in ("match", "passage"):
                right.append(script[edge.line])
            elif edge.move is not None:
                right.append(Item(action_of_move(self.verdict.rite, edge.move)))
        items = [*right, *script[at : finding.index + REACH]]
        return len(right), [replace(item, group=n) for n, item in enumerate(items)]

    def _agreeing(self, start: Situation, items: list[Item]) -> int:
        return Aligner(Matcher(start.rite, load_vocabulary()), items, self.partial).agreeing(start)


def _first_line(finding: Finding) -> int:
    """The first line that a finding or its repair concerns."""
    return min([finding.index, *(place for e in finding.fix for place in (e.index, e.to) if place is not None)])


def _errors(verdict: Verdict) -> list[Finding]:
    return [f for f in verdict.findings if f.severity == "error"]


def _fewer(other: Verdict, verdict: Verdict) -> bool:
    return len(_errors(other)) < len(_errors(verdict))


def _has(other: Verdict, finding: Finding) -> bool:
    return any(f.index == finding.index and f.kind == finding.kind for f in _errors(other))
