"""The like for each: several copies of a part laid over one another, with what differs shown as a fork."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Any

from . import wording
from .scene import Arm, Branch, Card, Frame, Item, Parallel, Repeat, Role, Row, Text, rebuilt, walk

FIRST = Text("首次", "the first time")
LATER = Text("其後", "afterwards")
BEFORE = Text("前者", "the one before")
NOW = Text("後者", "the next")


def _key(item: Item) -> tuple[Any, ...]:
    """What an item is, whoever does it."""
    match item:
        case Card():
            return ("card", item.cite.clause, item.mark, item.verbs)
        case Repeat():
            return ("repeat", item.cite.clause, item.quote)
        case Frame():
            return ("frame", item.kind, tuple(map(_key, item.items)))
        case Branch() | Parallel():
            return (type(item).__name__, tuple(tuple(map(_key, arm.items)) for arm in item.arms))
    return (type(item).__name__, item.cite.clause if hasattr(item, "cite") else "")


def merged(first: tuple[Item, ...], later: tuple[Item, ...]) -> tuple[Item, ...]:
    """Both in one: as the later, with what only one of them has in a fork."""
    if len(later) == 1 and isinstance(later[0], Parallel) and not isinstance(first[0], Parallel):
        *before, now = later[0].arms
        arms = [replace(arm, guard=BEFORE) for arm in before]
        return (replace(later[0], arms=(*arms, Arm(NOW, merged(first, now.items)))),)
    matcher = SequenceMatcher(a=list(map(_key, first)), b=list(map(_key, later)), autojunk=False)
    out: list[Item] = []
    for op, a0, a1, b0, b1 in matcher.get_opcodes():
        ours, theirs = first[a0:a1], later[b0:b1]
        if op == "equal":
            out.extend(theirs)
        elif len(ours) == len(theirs) == 1 and _same_shape(ours[0], theirs[0]):
            out.append(_inside(ours[0], theirs[0]))
        else:
            arms = [Arm(guard, part) for guard, part in ((FIRST, ours), (LATER, theirs)) if part]
            out.append(Branch(tuple(arms), otherwise=len(arms) == 1))
    return tuple(out)


def unlike(first: tuple[Item, ...], later: tuple[Item, ...]) -> bool:
    """Whether nothing in the later copy is written out as it is in the first."""
    if len(later) == 1 and isinstance(later[0], Parallel):
        later = later[0].arms[-1].items
    return not {_key(item) for item in first} & {_key(item) for item in later}


def _same_shape(a: Item, b: Item) -> bool:
    if isinstance(a, Frame) and isinstance(b, Frame):
        return a.kind == b.kind
    if isinstance(a, (Branch, Parallel)) and isinstance(b, (Branch, Parallel)):
        return type(a) is type(b) and len(a.arms) == len(b.arms)
    return False


def _inside(a: Item, b: Item) -> Item:
    if isinstance(a, Frame) and isinstance(b, Frame):
        return replace(b, items=merged(a.items, b.items))
    if isinstance(a, (Branch, Parallel)) and isinstance(b, (Branch, Parallel)):
        arms = tuple(
            replace(y, items=merged(x.items, y.items) if x.items and y.items else y.items or x.items)
            for x, y in zip(a.arms, b.arms, strict=True)
        )
        return replace(b, arms=arms)
    return b


# --- alike but for a word ------------------------------------------------------------------------------------------


def alike(a: tuple[Item, ...], b: tuple[Item, ...]) -> tuple[Item, ...] | None:
    """One for both, with “右／左” where they differ by a word; None where they differ by more."""
    if len(a) != len(b):
        return None
    out: list[Item] = []
    for x, y in zip(a, b, strict=True):
        one = _one(x, y)
        if one is None:
            return None
        out.append(one)
    return tuple(out)


def _one(x: Item, y: Item) -> Item | None:
    if x == y:
        return x
    match x, y:
        case Card(), Card():
            roles = [row.roles for row in x.rows] == [row.roles for row in y.rows]
            if _key(x) != _key(y) or x.by != y.by or not roles:
                return None
            rows = tuple(
                replace(r, acts=tuple(_either(p, q) for p, q in zip(r.acts, s.acts, strict=True)))
                for r, s in zip(x.rows, y.rows, strict=True)
            )
            return replace(x, rows=rows)
        case Frame(), Frame():
            inner = alike(x.items, y.items) if x.kind == y.kind and x.label == y.label else None
            return None if inner is None else replace(x, items=inner)
    return None


def _either(a: Text, b: Text) -> Text:
    zh = "".join(_slashed(list(a.zh), list(b.zh), "", "／"))
    return Text(zh, " ".join(_slashed(a.en.split(" "), b.en.split(" "), " ", "/")))


def _slashed(a: list[str], b: list[str], glue: str, slash: str) -> list[str]:
    out: list[str] = []
    for op, a0, a1, b0, b1 in SequenceMatcher(a=a, b=b, autojunk=False).get_opcodes():
        ours, theirs = glue.join(a[a0:a1]), glue.join(b[b0:b1])
        out.append(ours if op == "equal" else slash.join(t for t in (ours, theirs) if t))
    return out


# --- whoever it is -------------------------------------------------------------------------------------------------


def _roles(items: tuple[Item, ...]) -> set[Role]:
    out: set[Role] = set()
    for item in walk(items):
        if isinstance(item, Card):
            out.update(role for row in item.rows for role in row.roles)
        elif isinstance(item, Repeat):
            out.update(item.roles)
    return out


def generalised(items: tuple[Item, ...], copies: Sequence[tuple[Item, ...]]) -> tuple[Item, ...]:
    """The items with numbered members (二耦上射) named by their role where the copies differ in the number."""
    numbers = [{r.id for r in _roles(copy) if "." in r.id} for copy in copies]
    moving = {id.split(".")[0] for some in numbers for id in some if not all(id in each for each in numbers)}
    varying = {id for some in numbers for id in some if id.split(".")[0] in moving}
    if not varying:
        return items
    wider = {id: wording.role(id.split(".")[0]) for id in varying}
    names = [(wording.name(id), wider[id].name) for id in sorted(varying, key=len, reverse=True)]

    def words(text: Text) -> Text:
        zh, en = text.zh, text.en
        for old, new in names:
            zh, en = zh.replace(old.zh, new.zh), en.replace(old.en, new.en)
        return Text(zh, en)

    def whoever(roles: tuple[Role, ...]) -> tuple[Role, ...]:
        return tuple(dict.fromkeys(wider.get(r.id, r) for r in roles))

    def change(part: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(_general(item) for item in part)

    def _general(item: Item) -> Item:
        if isinstance(item, Card):
            rows = tuple(Row(whoever(row.roles), tuple(map(words, row.acts))) for row in item.rows)
            return replace(item, rows=rows)
        if isinstance(item, Repeat):
            # That one pair does it instead of another is what the frame says.
            changes = tuple((a, b) for a, b in item.changes if words(a) != words(b))
            return replace(item, roles=whoever(item.roles), changes=changes)
        if isinstance(item, Frame):
            item = replace(item, label=words(item.label))
        elif isinstance(item, (Branch, Parallel)):
            item = replace(item, arms=tuple(replace(arm, guard=words(arm.guard)) for arm in item.arms))
        return rebuilt(item, change)

    return change(items)


__all__ = ["alike", "generalised", "merged", "unlike"]
