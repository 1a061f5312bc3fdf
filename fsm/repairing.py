"""Edits that repair a script, and how they are applied: all at once, by indices of the script as it was."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from fsm.actions import Action, Item


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit.

    op "insert": `action` comes before item `index`; "delete": item `index` goes; "replace": it becomes
    `action`; "move": it goes to before item `to`.  The number of items means: at the end.
    """

    op: Literal["insert", "delete", "replace", "move"]
    index: int
    action: Action | None = None
    to: int | None = None

    def to_json(self) -> dict[str, Any]:
        out: dict[str, Any] = {"op": self.op, "index": self.index}
        if self.to is not None:
            out["to"] = self.to
        if self.action is not None:
            out["action"] = self.action.to_json()
        return out


def repaired_items(items: Sequence[Item], edits: Iterable[Edit]) -> list[Item]:
    """The script after all edits; what is inserted at one index keeps the order of the edits.

    An item that is inserted or moved stands alone: it belongs to no group of equal time.
    """
    before: dict[int, list[Item]] = {}
    changed: dict[int, Item | None] = {}
    for edit in edits:
        match edit.op:
            case "insert" if edit.action is not None:
                before.setdefault(edit.index, []).append(Item(edit.action))
            case "delete":
                changed[edit.index] = None
            case "replace" if edit.action is not None:
                old = items[edit.index]
                changed[edit.index] = Item(edit.action, old.text, old.at, old.group)
            case "move" if edit.to is not None:
                changed[edit.index] = None
                before.setdefault(edit.to, []).append(items[edit.index])
    out: list[Item] = []
    groups: list[int | None] = []
    for index in range(len(items) + 1):
        for item in before.get(index, ()):
            out.append(item)
            groups.append(None)
        if index < len(items):
            kept = changed.get(index, items[index])
            if kept is not None:
                out.append(kept)
                groups.append(items[index].group)
    return [Item(i.action, i.text, i.at, number) for i, number in zip(out, _numbered(groups), strict=True)]


def _numbered(groups: list[int | None]) -> list[int]:
    """Groups numbered afresh, so that something inserted into a group parts it."""
    numbers: list[int] = []
    number, last = -1, None
    for group in groups:
        if group is None or group != last:
            number += 1
        numbers.append(number)
        last = group
    return numbers
