"""Marks put together by where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..scripts.columns import FINDINGS
from .marks import Mark, in_one


def by_row(found: Iterable[Mark]) -> dict[int | None, list[Mark]]:
    """Row -> marks; None for those that stand in no row: at the end, or of the whole script."""
    rows: dict[int | None, list[Mark]] = {}
    for mark in found:
        rows.setdefault(mark.at.line if mark.at else None, []).append(mark)
    return rows


def said(found: Sequence[Mark], with_place: bool = False) -> str:
    """Several marks of one place, a line each."""
    return "\n".join(f"({mark.where}) {mark.short}" if with_place and mark.where else mark.short for mark in found)


def heading(lang: str) -> str:
    """What the column or tier of findings is called."""
    return in_one(FINDINGS[lang == "en"], lang)


def is_heading(text: str) -> bool:
    """Whether a column or tier is one of findings."""
    return text.strip().lower() in FINDINGS
