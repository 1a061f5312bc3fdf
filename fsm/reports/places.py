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
        return f"{tier} {at.time}" if at.time else tier
    parts = []
    if at.sheet is not None:
        parts.append(f"工作表「{at.sheet}」" if zh else f"sheet “{at.sheet}”")
    if cell and not cell.startswith("["):
        parts.append(f"{cell} 格" if zh else f"cell {cell}")
    elif at.line is not None:
        parts.append(f"第 {at.line} 行" if zh else f"line {at.line}")
    elif cell:
        number = int(cell[1:-1]) + 1 if cell[1:-1].isdigit() else cell
        parts.append(f"第 {number} 項" if zh else f"item {number}")
    if at.time:
        parts.append(at.time)
    return ("，" if zh else ", ").join(parts)


def item_place(items: Sequence[Item], index: int, lang: str) -> str:
    """Where an item stands; the end where there is none of that number."""
    if index >= len(items):
        return "末尾" if lang == "zh" else "the end"
    said = place_text(items[index].at, lang)
    return said or (f"第 {index + 1} 項" if lang == "zh" else f"item {index + 1}")
