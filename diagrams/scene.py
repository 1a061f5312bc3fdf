"""What there is to draw, as plain values: renderers know these and nothing of scores.

A `Scene` is a rite as a list of sections and a tree of items in the order of the classic;
`diagrams.extract` makes it from a score.  Everything that will be read is a `Text`, in
Chinese (traditional) and in English; which of them is shown is for the renderer to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal


@dataclass(frozen=True, slots=True)
class Text:
    """The same in Chinese and in English."""

    zh: str
    en: str

    def __bool__(self) -> bool:
        return bool(self.zh or self.en)


NO_TEXT = Text("", "")


@dataclass(frozen=True, slots=True)
class Role:
    """Somebody who acts: `id` as in the vocabulary, `key` the role whose colour he wears."""

    id: str
    key: str
    name: Text


@dataclass(frozen=True, slots=True)
class Cite:
    """A clause and its phrase."""

    clause: str
    phrase: str

    @property
    def section(self) -> str:
        return self.clause.rsplit("-", 1)[0]

    @property
    def number(self) -> str:
        return self.clause.rsplit("-", 1)[-1]


Mark = Literal["attested", "manner", "unsaid", "editorial"]


@dataclass(frozen=True, slots=True)
class Row:
    """What one actor, or several as one, do under a clause: each act in words, utterances in brackets."""

    roles: tuple[Role, ...]
    acts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """The acts of one clause that stand on the same word.

    mark: attested, manner, unsaid (supplied by the commentators `by`) or editorial; also: clauses that add details;
    crossing: key of the rendezvous it is, if it is one.
    """

    cite: Cite
    rows: tuple[Row, ...]
    mark: Mark = "attested"
    by: tuple[Text, ...] = ()
    also: tuple[Cite, ...] = ()
    verbs: tuple[str, ...] = ()
    crossing: str = ""


@dataclass(frozen=True, slots=True)
class Repeat:
    """如初: one box that names what it repeats, with whom in whose place."""

    cite: Cite
    quote: str
    of: tuple[Cite, ...]
    names: tuple[str, ...]
    changes: tuple[tuple[Text, Text], ...]
    roles: tuple[Role, ...]
    acts: int


@dataclass(frozen=True, slots=True)
class Ban:
    """A prohibition: what is not done here."""

    cite: Cite
    row: Row


@dataclass(frozen=True, slots=True)
class Away:
    """Acts of other sections, which a picture of one section only points to."""

    sections: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """Items in a frame: a loop (drawn with a way back), one of several ways, or one of several sides.

    part: which part of a frame this is that a page break has divided; after: another way (`or`) or side
    (`meanwhile`) stands before it, from which no arrow leads here.
    """

    kind: Literal["loop", "alternative", "beside"]
    label: Text
    items: tuple[Item, ...]
    cites: tuple[Cite, ...] = ()
    part: Literal["whole", "first", "middle", "last"] = "whole"
    after: Literal["", "or", "meanwhile"] = ""


@dataclass(frozen=True, slots=True)
class Arm:
    """One way at a fork: the guard and what is then done."""

    guard: Text
    items: tuple[Item, ...]
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True)
class Branch:
    """A fork.  otherwise: whether one may also pass by without any of the arms, and when (`rest`)."""

    arms: tuple[Arm, ...]
    otherwise: bool
    free: bool = False
    rest: Text = NO_TEXT


@dataclass(frozen=True, slots=True)
class Parallel:
    """Side by side, joined at the end."""

    arms: tuple[Arm, ...]
    deadline: bool = False


Item = Card | Repeat | Ban | Away | Frame | Branch | Parallel
Inner = tuple["Item", ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """A clause with no act of its own: its phrase and what carries it."""

    cite: Cite
    kind: Literal["nothing", "law", "property", "condition"]
    text: Text


@dataclass(frozen=True, slots=True)
class Taken:
    """A dispute and the position taken in this picture."""

    id: str
    clause: str
    about: Text
    position: Text
    holders: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class SectionInfo:
    """A section: its title, who acts in it, its clauses without acts, the readings taken."""

    id: str
    title: Text
    roles: tuple[Role, ...]
    clauses: tuple[Cite, ...]
    remarks: tuple[Remark, ...]
    readings: tuple[Taken, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A rite to be drawn.  outside: sections that are left out, or not in the stretch asked for."""

    id: str
    title: Text
    source: str
    profile: Text
    sections: tuple[SectionInfo, ...]
    items: tuple[Item, ...]
    roles: tuple[Role, ...]
    outside: frozenset[str] = frozenset()

    @property
    def drawn(self) -> tuple[SectionInfo, ...]:
        """The sections that a picture of the whole shows."""
        return tuple(info for info in self.sections if info.id not in self.outside)

    @property
    def acting(self) -> tuple[Role, ...]:
        """Those who act in them."""
        seen = {role for info in self.drawn for role in info.roles}
        return tuple(role for role in self.roles if role in seen)

    def section(self, id: str) -> SectionInfo:
        """The section of that id; KeyError if there is none."""
        for section in self.sections:
            if section.id == id:
                return section
        raise KeyError(id)


def within(item: Item) -> tuple[tuple[Item, ...], ...]:
    """The sequences directly inside an item."""
    match item:
        case Frame():
            return (item.items,)
        case Branch() | Parallel():
            return tuple(arm.items for arm in item.arms)
    return ()


def rebuilt(item: Item, change: Callable[[tuple[Item, ...]], tuple[Item, ...]]) -> Item:
    """The item with every sequence inside it changed."""
    match item:
        case Frame():
            return replace(item, items=change(item.items))
        case Branch() | Parallel():
            return replace(item, arms=tuple(replace(arm, items=change(arm.items)) for arm in item.arms))
    return item


def walk(items: tuple[Item, ...]) -> Iterator[Item]:
    """All items in order, outermost first."""
    for item in items:
        yield item
        for inner in within(item):
            yield from walk(inner)


def roles_of(item: Item) -> tuple[Role, ...]:
    """Who acts in an item itself."""
    match item:
        case Card():
            return tuple(role for row in item.rows for role in row.roles)
        case Repeat():
            return item.roles
        case Ban():
            return item.row.roles
    return ()


def cites_of(item: Item) -> tuple[Cite, ...]:
    """The clauses an item itself shows."""
    match item:
        case Card():
            return (item.cite, *item.also)
        case Repeat() | Ban():
            return (item.cite,)
        case Frame():
            return item.cites
        case Branch() | Parallel():
            return tuple(cite for arm in item.arms for cite in arm.cites)
    return ()


def only(items: tuple[Item, ...], section: str) -> tuple[Item, ...]:
    """The items of one section; where others stand between them, a pointer to their sections."""
    kept: list[Item] = []
    for part in (part for item in items for part in undivided(_only(item, section))):
        if isinstance(part, Away) and kept and isinstance(kept[-1], Away):
            kept[-1] = Away(tuple(dict.fromkeys((*kept[-1].sections, *part.sections))))
        else:
            kept.append(part)
    return tuple(kept)


def undivided(item: Item) -> tuple[Item, ...]:
    """The item; of a free choice whose ways no longer differ only the one way."""
    if isinstance(item, Branch) and item.free and not item.otherwise:
        one, *others = (arm.items for arm in item.arms)
        if all(other == one for other in others):
            return one
    return (item,)


def _only(item: Item, section: str) -> Item:
    if isinstance(item, (Card, Repeat, Ban)):
        return item if item.cite.section == section else Away((item.cite.section,))
    if isinstance(item, Away):
        return item
    part = rebuilt(item, lambda inner: only(inner, section))
    if isinstance(part, Parallel):
        # A side of which nothing belongs here says nothing here.
        arms = tuple(a for a in part.arms if not all(isinstance(i, Away) for i in a.items))
        part = replace(part, arms=arms) if len(arms) > 1 else part
        if len(arms) == 1 and len(arms[0].items) == 1:
            return arms[0].items[0]
    inside = list(walk(within_all(part)))
    if all(isinstance(i, (Away, Frame, Branch, Parallel)) for i in inside):
        sections = dict.fromkeys(s for i in inside if isinstance(i, Away) for s in i.sections)
        own = any(c.section == section for i in (part, *inside) for c in cites_of(i))
        if not own or sections:
            return Away(tuple(sections))
    return part


def within_all(item: Item) -> tuple[Item, ...]:
    """Everything directly inside an item, in order."""
    return tuple(i for inner in within(item) for i in inner)


def sections_of(item: Item) -> tuple[str, ...]:
    """The sections an item touches, in order."""
    found: dict[str, None] = {}
    for part in walk((item,)):
        if isinstance(part, (Card, Repeat, Ban)):
            found[part.cite.section] = None
        elif isinstance(part, Away):
            found.update(dict.fromkeys(part.sections))
    return tuple(found)
