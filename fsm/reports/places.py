"""Where something stands in a script, in words."""

from __future__ import annotations

from collections.abc import Sequence

from ..actions import Item, Place


def place_text(at: Place, lang: str) -> str:
    """Sheet, cell or line, or tier and time, without the name of the file; "" where nothing is known.

    lang: "zh" or "en".
    """
    zh = lang == "zh"
    cell = at.cell
    if at.sheet is not None and at.line is None:
        # An annotation file: the tier and the time; the id of the annotation says nothing to people.
        tier = f"層「{at.sheet}」" if zh else f"tier “{at.sheet}”"
        return tier + _time(at, lang)
    parts = []
    if at.sheet is not None:
        parts.append(f"工作表「{at.sheet}」" if zh else f"sheet “{at.sheet}”")
    if cell and not cell.startswith("["):
        parts.append(f"{cell} 格" if zh else f"cell {cell}")
    elif at.line is not None:
        parts.append(f"第 {at.line} 行" if zh else f"{'row' if at.sheet else 'line'} {at.line}")
    elif cell:
        number = int(cell[1:-1]) + 1 if cell[1:-1].isdigit() else cell
        parts.append(f"第 {number} 項" if zh else f"item {number}")
    said = ("，" if zh else ", ").join(parts)
    return said + _time(at, lang) if said else at.time or ""


def _time(at: Place, lang: str) -> str:
    if not at.time:
        return ""
    return f"（{at.time}）" if lang == "zh" else f" ({at.time})"


def item_place(items: Sequence[Item], index: int, lang: str) -> str:
    """Where an item stands; the end where there is none of that number."""
    if index >= len(items):
        return "末尾" if lang == "zh" else "the end"
    said = place_text(items[index].at, lang)
    return said or (f"第 {index + 1} 項" if lang == "zh" else f"item {index + 1}")
