"""A copy of a document of ELAN with a tier of findings; everything else in it stays."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from ..scripts import Limits, ScriptError, Source
from ..scripts.cleaning import Cleaner
from ..scripts.decoding import decode
from ..scripts.eaf import read_document
from ..scripts.markup import DECLARATION, ILLEGAL, declared_encoding
from ..scripts.times import read_time
from .grouping import heading, is_heading
from .marks import Mark

_TYPE = "findings"
_NUMBER = re.compile(r"\d{1,9}\Z")
_AFTER = 1_000


def annotated(original: bytes, found: Sequence[Mark], lang: str) -> bytes:
    """The document with its findings as annotations of the same times, in one tier or, where they overlap, several.

    What has no time, and what is missing at the end, stands after everything else.  ScriptError as reading.
    """
    try:
        from defusedxml.ElementTree import fromstring
    except ImportError:
        raise ScriptError("missing-library", library="defusedxml") from None
    # Read first: what is forbidden or without bound is refused there.
    document = read_document(Source("", original), Limits(), Cleaner())
    text = decode(original, declared_encoding(original))
    root: Any = fromstring(DECLARATION.sub("", text), forbid_dtd=True)
    order = root.find("TIME_ORDER")
    if order is None:
        order = ElementTree.Element("TIME_ORDER")
        root.insert(1 if root.find("HEADER") is not None else 0, order)
    for tier in root.findall("TIER"):
        if is_heading(tier.get("TIER_ID", "").partition(" / ")[0]) and tier.get("LINGUISTIC_TYPE_REF") == _TYPE:
            root.remove(tier)
            _forget(root, order, tier)
    kept = {slot.get("TIME_SLOT_ID") for slot in order}
    last = max((value for id, value in document.slots.items() if value is not None and id in kept), default=0)
    ids = _Ids(root)
    place = max((n for n, child in enumerate(root) if child.tag in ("TIME_ORDER", "TIER")), default=0) + 1
    for n, lane in enumerate(_lanes(_placed(found, last)), 1):
        tier = ElementTree.Element("TIER", LINGUISTIC_TYPE_REF=_TYPE)
        tier.set("TIER_ID", heading(lang) if n == 1 else f"{heading(lang)} / {n}")
        for start, end, said in lane:
            slots = [ids.slot(order, moment) for moment in (start, end)]
            outer = ElementTree.SubElement(tier, "ANNOTATION")
            inner = ElementTree.SubElement(
                outer, "ALIGNABLE_ANNOTATION", ANNOTATION_ID=ids.annotation(),
                TIME_SLOT_REF1=slots[0], TIME_SLOT_REF2=slots[1],
            )  # fmt: skip
            ElementTree.SubElement(inner, "ANNOTATION_VALUE").text = ILLEGAL.sub("\ufffd", said)
        root.insert(place, tier)
        place += 1
    if not any(each.get("LINGUISTIC_TYPE_ID") == _TYPE for each in root.findall("LINGUISTIC_TYPE")):
        kind = ElementTree.Element(
            "LINGUISTIC_TYPE", GRAPHIC_REFERENCES="false", LINGUISTIC_TYPE_ID=_TYPE, TIME_ALIGNABLE="true"
        )
        types = [n for n, each in enumerate(root) if each.tag == "LINGUISTIC_TYPE"]
        root.insert(types[-1] + 1 if types else place, kind)
    for each in root.findall("HEADER/PROPERTY"):
        if each.get("NAME") == "lastUsedAnnotationId":
            each.text = str(ids.last)
    ElementTree.indent(root, " ")
    out = io.BytesIO()
    ElementTree.ElementTree(root).write(out, encoding="UTF-8", xml_declaration=True)
    return out.getvalue() + b"\n"


def _forget(root: Any, order: Any, tier: Any) -> None:
    """Takes out the time slots that only this tier, which is no longer there, referred to."""
    keys = ("TIME_SLOT_REF1", "TIME_SLOT_REF2")
    used = {each.get(key) for each in root.iter("ALIGNABLE_ANNOTATION") for key in keys}
    gone = {each.get(key) for each in tier.iter("ALIGNABLE_ANNOTATION") for key in keys} - used
    for slot in [slot for slot in order if slot.get("TIME_SLOT_ID") in gone]:
        order.remove(slot)


class _Ids:
    """Ids of annotations and time slots that the document does not have yet."""

    def __init__(self, root: Any) -> None:
        self.last = _highest(each.get("ANNOTATION_ID", "") for each in root.iter() if "ANNOTATION_ID" in each.attrib)
        self._slot = _highest(each.get("TIME_SLOT_ID", "") for each in root.iter("TIME_SLOT"))

    def annotation(self) -> str:
        self.last += 1
        return f"a{self.last}"

    def slot(self, order: Any, moment: int) -> str:
        self._slot += 1
        id = f"ts{self._slot}"
        ElementTree.SubElement(order, "TIME_SLOT", TIME_SLOT_ID=id, TIME_VALUE=str(moment))
        return id


def _highest(ids: Any) -> int:
    return max((int(number[0]) for id in ids if (number := _NUMBER.search(id))), default=0)


def _placed(found: Sequence[Mark], last: int) -> list[tuple[int, int, str]]:
    """(start, end, what is said) of the marks, those of equal times together."""
    at: dict[tuple[int, int], list[str]] = {}
    rest: list[str] = []
    for mark in found:
        span = read_time(mark.at.time) if mark.at and mark.at.time else None
        if span is None:
            rest.append(f"({mark.where}) {mark.short}" if mark.where else mark.short)
        else:
            at.setdefault((span.start, max(span.end, span.start + 1)), []).append(mark.short)
    if rest:
        at.setdefault((last, last + _AFTER), []).extend(rest)
    return [(start, end, "\n".join(texts)) for (start, end), texts in sorted(at.items())]


def _lanes(marks: Sequence[tuple[int, int, str]]) -> list[list[tuple[int, int, str]]]:
    """The marks in as many rows as it takes that none overlap; one row even where there are none."""
    lanes: list[list[tuple[int, int, str]]] = [[]]
    for mark in marks:
        free = next((lane for lane in lanes if not lane or lane[-1][1] <= mark[0]), None)
        if free is None:
            free = []
            lanes.append(free)
        free.append(mark)
    return lanes
