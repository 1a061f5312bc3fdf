"""Writing documents of ELAN: a tier for each actor, one more where an actor does several things at once."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field

from .columns import title
from .markup import escaped
from .times import Span
from .timing import spans
from .writing import Lines, Timed

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="" DATE="1970-01-01T00:00:00+00:00" FORMAT="3.0" VERSION="3.0" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:noNamespaceSchemaLocation="http://www.mpi.nl/tools/elan/EAFv3.0.xsd">
 <HEADER MEDIA_FILE="" TIME_UNITS="milliseconds">
  <PROPERTY NAME="lastUsedAnnotationId">{last}</PROPERTY>
 </HEADER>
"""
_TAIL = """ <LINGUISTIC_TYPE GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="act" TIME_ALIGNABLE="true"/>
</ANNOTATION_DOCUMENT>
"""


@dataclass(slots=True)
class _Tier:
    id: str
    participant: str
    lines: list[tuple[Span, str]] = field(default_factory=list)


def eaf_text(actions: Timed, lang: str) -> str:
    """The actions as a document of ELAN."""
    lines = Lines(lang)
    times = spans([time for _, time, _ in actions], [group for _, _, group in actions])
    tiers: dict[str, list[_Tier]] = {}
    # For each actor when its tiers are free, the earliest first.
    free: dict[str, list[tuple[int, int]]] = {}
    for span, (action, _, _) in zip(times, actions, strict=True):
        head, body = lines.parts(action)
        lanes, ends = tiers.setdefault(head, []), free.setdefault(head, [])
        if ends and ends[0][0] <= span.start:
            tier = lanes[heapq.heapreplace(ends, (span.end, ends[0][1]))[1]]
        else:
            heapq.heappush(ends, (span.end, len(lanes)))
            name = head or title("act", lang)
            tier = _Tier(name if not lanes else f"{name} / {len(lanes) + 1}", head)
            lanes.append(tier)
        tier.lines.append((span, body))
    return document([tier for lanes in tiers.values() for tier in lanes])


def document(tiers: Sequence[_Tier]) -> str:
    """Tiers as a document; every annotation has time slots of its own."""
    slots: list[str] = []
    out: list[str] = []
    count = 0
    for tier in tiers:
        participant = f' PARTICIPANT="{escaped(tier.participant)}"' if tier.participant else ""
        out.append(f' <TIER LINGUISTIC_TYPE_REF="act"{participant} TIER_ID="{escaped(tier.id)}">\n')
        for span, text in tier.lines:
            count += 1
            first, second = f"ts{2 * count - 1}", f"ts{2 * count}"
            slots += (_slot(first, span.start), _slot(second, span.end))
            out.append(annotation(f"a{count}", first, second, text))
        out.append(" </TIER>\n")
    order = f" <TIME_ORDER>\n{''.join(slots)} </TIME_ORDER>\n"
    return _HEAD.format(last=count) + order + "".join(out) + _TAIL


def _slot(id: str, milliseconds: int) -> str:
    return f'  <TIME_SLOT TIME_SLOT_ID="{id}" TIME_VALUE="{milliseconds}"/>\n'


def annotation(id: str, first: str, second: str, text: str) -> str:
    """An annotation as it stands in its tier."""
    return (
        f'  <ANNOTATION>\n   <ALIGNABLE_ANNOTATION ANNOTATION_ID="{id}" TIME_SLOT_REF1="{first}" '
        f'TIME_SLOT_REF2="{second}">\n    <ANNOTATION_VALUE>{escaped(text)}</ANNOTATION_VALUE>\n'
        "   </ALIGNABLE_ANNOTATION>\n  </ANNOTATION>\n"
    )
