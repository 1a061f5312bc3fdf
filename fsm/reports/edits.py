"""What is to be changed in a script, in words: of a text its lines, of a table its rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..actions import Action, Item
from ..messages import script_line
from ..repairing import Edit
from ..scripts.writing import table
from .places import item_place, place_text

MOST_EDITS = 6
"""So many edits of one finding are written out, then only counted."""


def edits_text(edits: Sequence[Edit], items: Sequence[Item], lang: str) -> list[str]:
    """The edits of one finding in words; lines that follow each other are taken out as one."""
    runs: list[list[Edit]] = []
    for edit in edits:
        last = runs[-1][-1] if runs else None
        if last and last.op == edit.op == "delete" and edit.index == last.index + 1:
            runs[-1].append(edit)
        else:
            runs.append([edit])
    said = [_run_text(run, items, lang) for run in runs[:MOST_EDITS]]
    if more := sum(map(len, runs[MOST_EDITS:])):
        said.append(f"…另有 {more} 項" if lang != "en" else f"… and {more} more")
    return said


def _run_text(run: Sequence[Edit], items: Sequence[Item], lang: str) -> str:
    if len(run) == 1:
        return edit_text(run[0], items, lang)
    zh = lang != "en"
    first = _where(items, run[0].index, lang)
    last = _where(items, run[-1].index, lang, with_sheet=False)
    return f"刪去{first}至{last}" if zh else f"take out {first} to {last}"


def _where(items: Sequence[Item], index: int, lang: str, with_sheet: bool = True) -> str:
    """Where an item stands, a row rather than a cell; of several acts in one line also which."""
    one = "en" if lang == "en" else "zh"
    if index >= len(items):
        return item_place(items, index, one)
    at = items[index].at
    # Whoever corrects a row works on more than the cell in which its act stands.
    at = replace(at, cell=None if _in_table(items[index]) else at.cell, sheet=at.sheet if with_sheet else None)
    said = place_text(at, one) or item_place(items, index, one)
    beside = [items[i].at.line for i in (index - 1, index + 1) if 0 <= i < len(items)]
    if at.line is None or at.line not in beside:
        return said
    text = items[index].text
    return f"{said}的「{text}」" if one == "zh" else f"“{text}” of {said}"


def edit_text(edit: Edit, items: Sequence[Item], lang: str) -> str:
    """What is to be changed in a script of these items, traditional Chinese unless English is asked for."""
    zh = lang != "en"
    tabular = bool(items) and _in_table(items[0])
    here = _where(items, edit.index, lang)
    if edit.op == "replace" and edit.action and tabular:
        return _cells_changed(items[edit.index].action, edit.action, here, lang)
    action = (_row_text if tabular else script_line)(edit.action, lang) if edit.action else ""
    at_end = edit.index >= len(items)
    match edit.op:
        case "insert":
            if zh:
                return f"在{'末尾' if at_end else f'{here}之前'}加上：{action}"
            return f"add {'at the end' if at_end else f'before {here}'}: {action}"
        case "delete":
            return f"刪去{here}" if zh else f"take out {here}"
        case "replace":
            return f"把{here}改成：{action}" if zh else f"change {here} to: {action}"
    to = edit.index if edit.to is None else edit.to
    if to >= len(items):
        return f"把{here}移到末尾" if zh else f"move {here} to the end"
    there = _where(items, to, lang)
    return f"把{here}移到{there}之前" if zh else f"move {here} to before {there}"


def _in_table(item: Item) -> bool:
    """Whether an item is a row of a table, and not an element of a list."""
    return item.at.line is not None and bool(item.at.cell) and not str(item.at.cell).startswith("[")


def _row(action: Action, lang: str) -> dict[str, str]:
    """Column -> cell of an action, its clauses left out."""
    header, row = table([(replace(action, clauses=()), None, None)], "zh-Hant" if lang == "both" else lang)
    return {title: cell for title, cell in zip(header, row, strict=True) if cell}


def _row_text(action: Action, lang: str) -> str:
    if lang == "en":
        return "; ".join(f"{title}: {cell}" for title, cell in _row(action, lang).items())
    return "，".join(f"{title}「{cell}」" for title, cell in _row(action, lang).items())


def _cells_changed(old: Action, new: Action, here: str, lang: str) -> str:
    """The cells of a row that are to be changed, and those to be emptied."""
    zh = lang != "en"
    before, after = _row(old, lang), _row(new, lang)
    changed = {title: cell for title, cell in after.items() if before.get(title) != cell}
    emptied = [title for title in before if title not in after]
    if zh:
        said = [f"「{title}」改成「{cell}」" for title, cell in changed.items()]
        return f"把{here}的" + "，".join([*said, *(f"「{title}」清空" for title in emptied)])
    said = [f"change “{title}” to “{cell}”" for title, cell in changed.items()]
    return f"in {here} " + ", ".join([*said, *(f"empty “{title}”" for title in emptied)])
