"""ELAN annotations (.eaf): a tier for each actor, an annotation for each act, written as in the text format.

- The actor is the tier's PARTICIPANT where the vocabulary knows it, otherwise the name of the tier.
- Annotations that overlap are done at once; all are taken in the order of their times.
- A tier named like a field (器物@賓, words) that refers to another adds that detail to the annotation it
  refers to; any other tier that refers to another takes its times.  A tier named 動作 or act has whole
  lines, with their actor.  Tiers of notes and of findings are passed over, and so are, with a warning,
  those whose name is nobody's and which do not read as acts (unless their type is 動作 or act).
- A point without a time gets one between its neighbours in its tier; where there are none, no time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..actions import Action, Place, Script, Unknown
from .building import Note
from .cleaning import Cleaner
from .columns import FINDINGS, recognise
from .decoding import decode
from .errors import ScriptError
from .gathering import Gathering
from .limits import Limits
from .lines import quoted
from .markup import declared_encoding, parse
from .sheets import clock
from .source import Source
from .text import Line, LineReader
from .times import Span

_PARTS = re.compile(r"[@_:/·\-]")
_SHOWN = 80
_MOST_PARENTS = 50
"""An annotation is no more than so many steps from the one that has its times."""
_MARKS = {"place": "@", "facing": "^", "addressee": ">"}
_WIDE_COMMAS = re.compile(r"[,;]\s+")


@dataclass(slots=True)
class Annotation:
    """An annotation.  begin, end: ids of time slots; parent: the id of the annotation it refers to."""

    id: str
    tier: Tier
    begin: str = ""
    end: str = ""
    parent: str = ""
    text: str = ""
    details: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class Tier:
    """A tier.  type: its linguistic type; parent: the tier it refers to."""

    id: str
    participant: str = ""
    type: str = ""
    parent: str = ""
    annotations: list[Annotation] = field(default_factory=list)


class Document:
    """What a document holds, gathered while it is parsed."""

    def __init__(self, limits: Limits, cleaner: Cleaner, source: str) -> None:
        self.slots: dict[str, int | None] = {}
        self.tiers: list[Tier] = []
        self.by_id: dict[str, Annotation] = {}
        self.root = ""
        self._limits = limits
        self._cleaner = cleaner
        self._source = source
        self._present: Annotation | None = None
        self._parts: list[str] | None = None

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self.root = self.root or tag
        if tag == "TIME_SLOT":
            value = attributes.get("TIME_VALUE", "")
            known = value.isascii() and value.isdigit() and len(value) < 12
            self.slots[attributes.get("TIME_SLOT_ID", "")] = int(value) if known else None
        elif tag == "TIER":
            names = ("TIER_ID", "PARTICIPANT", "LINGUISTIC_TYPE_REF", "PARENT_REF")
            given = [self._cleaner.clean(attributes.get(name, "")[:600], Place(self._source)).strip() for name in names]
            if len(self.tiers) >= self._limits.columns:
                raise ScriptError("too-large", what="tiers", limit=self._limits.columns)
            self.tiers.append(Tier(given[0], given[1], given[2], given[3]))
        elif tag in ("ALIGNABLE_ANNOTATION", "REF_ANNOTATION") and self.tiers:
            refs = ("ANNOTATION_ID", "TIME_SLOT_REF1", "TIME_SLOT_REF2", "ANNOTATION_REF")
            id, begin, end, parent = (attributes.get(name, "")[:100] for name in refs)
            self._present = Annotation(id, self.tiers[-1], begin, end, parent)
            self.tiers[-1].annotations.append(self._present)
            self.by_id.setdefault(id, self._present)
        elif tag == "ANNOTATION_VALUE":
            self._parts = []

    def end(self, tag: str) -> None:
        if tag == "ANNOTATION_VALUE" and self._parts is not None:
            if self._present is not None:
                at = Place(self._source, None, self._present.id, None, self._present.tier.id)
                self._present.text = self._cleaner.clean("".join(self._parts), at).replace("\0", "\ufffd")
            self._parts = None
        elif tag in ("ALIGNABLE_ANNOTATION", "REF_ANNOTATION"):
            self._present = None

    def data(self, text: str) -> None:
        if self._parts is not None:
            self._parts.append(text)

    # --- times -------------------------------------------------------------------------------------------------

    def supply_times(self) -> set[str]:
        """Gives points without a time one between those around them in their tier; the ids of those supplied."""
        supplied: set[str] = set()
        for tier in self.tiers:
            order = [slot for each in tier.annotations for slot in (each.begin, each.end) if slot in self.slots]
            at = 0
            while at < len(order):
                run = at
                while run < len(order) and self.slots[order[run]] is None:
                    run += 1
                before = self.slots[order[at - 1]] if at else None
                after = self.slots[order[run]] if run < len(order) else None
                missing = list(dict.fromkeys(order[at:run]))
                if missing and before is not None and after is not None and before <= after:
                    for n, slot in enumerate(missing, 1):
                        self.slots[slot] = before + (after - before) * n // (len(missing) + 1)
                        supplied.add(slot)
                at = run + 1
        return supplied

    def aligned(self, annotation: Annotation) -> Annotation | None:
        """The annotation with times that another refers to in the end; None where there is none."""
        for _ in range(_MOST_PARENTS):
            if not annotation.parent or annotation.begin:
                return annotation
            if annotation.parent not in self.by_id:
                return None
            annotation = self.by_id[annotation.parent]
        return None

    def times(self, annotation: Annotation) -> tuple[int, int] | None:
        """When an annotation begins and ends."""
        root = self.aligned(annotation)
        if root is None:
            return None
        begin, end = self.slots.get(root.begin), self.slots.get(root.end)
        if begin is None:
            return None if end is None else (end, end)
        return begin, begin if end is None else max(begin, end)


def read_document(source: Source, limits: Limits, cleaner: Cleaner) -> Document:
    """The tiers and times of a document.  ScriptError as `read_eaf`."""
    content = source.content
    if isinstance(content, bytes):
        content = decode(content, source.encoding or declared_encoding(content))
    if not content.strip():
        raise ScriptError("bad-xml", line=1, column=1, reason="it is empty")
    document = Document(limits, cleaner, source.name)
    parse(content, document, limits)
    if document.root != "ANNOTATION_DOCUMENT" or not document.tiers:
        raise ScriptError("no-annotations", found=document.root[:_SHOWN])
    return document


def read_eaf(source: Source, limits: Limits) -> Script:
    """Reads a document of ELAN.

    ScriptError "no-annotations" (found), "bad-xml", "xml-forbidden", "too-deep", "too-large", those of decoding.
    """
    cleaner = Cleaner()
    document = read_document(source, limits, cleaner)
    script = _Reading(document, source.name, limits).script()
    return replace(script, problems=(*cleaner.problems(source.name), *script.problems))


class _Reading:
    """The reading of one document."""

    def __init__(self, document: Document, source: str, limits: Limits) -> None:
        self._document = document
        self._limits = limits
        self._reader = LineReader()
        self._gathering = Gathering(source, limits)
        self._supplied = document.supply_times()

    def script(self) -> Script:
        heads: dict[int, str | None] = {}
        for n, tier in enumerate(self._document.tiers):
            if not self._is_detail(tier):
                kind, head = self._head(tier)
                if kind:
                    heads[n] = head
        lines: list[tuple[int, int, Annotation, str | None]] = []
        for n, head in heads.items():
            begun = 0
            for annotation in self._document.tiers[n].annotations:
                times = self._document.times(annotation)
                # Without a time it stands where the one before it begins.
                begun = times[0] if times else begun
                lines.append((begun, n, annotation, head))
        for _, _, annotation, head in sorted(lines, key=lambda line: line[:2]):
            self._annotation(annotation, head)
        return self._gathering.script()

    # --- tiers -------------------------------------------------------------------------------------------------

    def _is_detail(self, tier: Tier) -> bool:
        """Whether a tier adds details to those it refers to; it then does."""
        if not tier.parent:
            return False
        known = next((found for name in (*_parts(tier.id), tier.type) if (found := recognise(name))), None)
        if known is None or (not known[1] and known[0] in ("actor", "act", "passage", "time", "no", "clauses")):
            return False
        for annotation in tier.annotations:
            parent = self._document.by_id.get(annotation.parent)
            if parent is not None and annotation.text.strip() and known[0] != "note":
                parent.details.append((known[0], annotation.text.strip()))
        return True

    def _head(self, tier: Tier) -> tuple[bool, str | None]:
        """(whether the tier is read, its actor; None for a tier of whole lines)."""
        texts = [annotation.text for annotation in tier.annotations if annotation.text.strip()]
        for name in (tier.participant, tier.id, *_parts(tier.id)):
            if name and self._reader.names_people(name):
                return True, name
        found = next((known for name in _parts(tier.id) if (known := recognise(name))), None)
        if found == ("note", False) or any(part in FINDINGS for part in _parts(tier.id)) or not texts:
            return False, None
        if found in (("act", False), ("passage", False)):
            return True, None
        if recognise(tier.type) == ("act", False):
            return True, tier.participant or tier.id
        sample = texts[:50]
        whole = sum(self._sound(self._reader.read(_one_line(text)), True) for text in sample)
        if 2 * whole > len(sample):
            return True, None
        acts = sum(self._sound(self._reader.read_acts("guest", _one_line(text)), False) for text in sample)
        if 2 * acts > len(sample):
            # Acts of somebody nobody knows: a name misspelt.
            return True, tier.participant or tier.id
        at = Place(self._gathering.source, sheet=tier.id)
        self._gathering.problem(Note("tier-not-read", tier.id, str(len(texts))), at)
        return False, None

    @staticmethod
    def _sound(line: Line, actors: bool) -> bool:
        acts, _ = line
        return bool(acts) and all((a.act or a.passage) and not a.unknown and (a.actors or not actors) for a, _ in acts)

    # --- annotations -------------------------------------------------------------------------------------------

    def _annotation(self, annotation: Annotation, head: str | None) -> None:
        times = self._document.times(annotation)
        span = Span(*times, f"{clock(times[0], True)}-{clock(times[1], True)}") if times else None
        at = Place(self._gathering.source, None, annotation.id, span.text if span else None, annotation.tier.id)
        root = self._document.aligned(annotation)
        if span is None or (root and self._supplied & {root.begin, root.end}):
            self._gathering.problem(Note("missing-time", _shown(annotation.text), span.text if span else ""), at)
        lines = [line for line in annotation.text.splitlines() if line.strip()]
        details = "".join(f" {_detail(key, text)}" for key, text in annotation.details)
        if not lines:
            self._gathering.problem(Note("no-act", f"{head or annotation.tier.id}{details}"), at)
        for n, line in enumerate(lines):
            whole = line + details if n == len(lines) - 1 else line
            if len(whole) > self._limits.line_length:
                self._gathering.problem(Note("line-too-long", _shown(line), str(self._limits.line_length)), at)
                unread = Action(unknown=(Unknown("act", _shown(line)),))
                self._gathering.line(at, span, [(unread, _shown(line))], ())
                continue
            acts, notes = self._reader.read(whole) if head is None else self._reader.read_acts(head, whole)
            self._gathering.line(at, span, acts, notes)


def _parts(name: str) -> list[str]:
    """The name of a tier, then the parts of it: 器物@賓."""
    parts = [part.strip() for part in _PARTS.split(name[:200])]
    return [name] if len(parts) == 1 else [name, *(part for part in parts if part)]


def _one_line(text: str) -> str:
    return " ".join(text.split("\n"))[:2_000]


def _shown(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _detail(key: str, text: str) -> str:
    """A detail as the text format has it."""
    if key == "words":
        return quoted(text)
    joined = re.sub(r"\s+", "_", _WIDE_COMMAS.sub(",", text.lstrip("@＠^＾>＞").strip()))
    return f"{_MARKS[key]}{joined}" if key in _MARKS else f"{key}={joined}"
