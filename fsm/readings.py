"""Disputes of the commentators, their positions, and profiles that decide them.

A dispute is a point of the classic on which commentators differ.  Where the difference
changes what may be done, `changes` is true and the rite's score branches on it; where
it changes nothing that an act could show, the dispute is kept as a note.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


class ReadingError(ValueError):
    """A reading asked for that nobody holds.  `asked` is what was asked, `known` what there is."""

    def __init__(self, asked: str, known: Iterable[str]) -> None:
        super().__init__(asked)
        self.asked = asked
        self.known = tuple(known)


@dataclass(frozen=True, slots=True)
class Commentator:
    """Somebody whose word stands behind a reading or an act supplied."""

    id: str
    zh: str
    pinyin: str
    era: str


@dataclass(frozen=True, slots=True)
class Position:
    """One side of a dispute: its key, who holds it, and what it says (summarised in our words)."""

    key: str
    holders: tuple[str, ...]
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Note:
    """Why no act differs whichever position is taken."""

    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Dispute:
    """A point in dispute: where, about what, and the positions, the first as the rite's default.

    clause: the clause it hangs on; note: why it changes nothing, where it does not.
    """

    id: str
    clause: str
    zh: str
    en: str
    positions: tuple[Position, ...]
    note: Note | None = None

    @property
    def changes(self) -> bool:
        return self.note is None

    @property
    def section(self) -> str:
        return self.clause.rsplit("-", 1)[0]


DEFAULT_PREFERENCE = ("zheng", "jia", "kong", "sheng", "yishu")
"""鄭玄, then the sub-commentaries, then the compilers of the editions followed."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Who is followed: commentators in order of preference, and single disputes decided otherwise."""

    preference: tuple[str, ...] = DEFAULT_PREFERENCE
    overrides: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    disputes: Mapping[str, Dispute] = field(default_factory=lambda: MappingProxyType({}), repr=False)

    def chosen(self, dispute: str) -> str:
        """The key of the position taken in a dispute."""
        known = self.disputes[dispute].positions
        wanted = self.overrides.get(dispute)
        if wanted is not None:
            for position in known:
                if wanted == position.key or wanted in position.holders:
                    return position.key
            raise ReadingError(
                f"{dispute}={wanted}", [f"{dispute}={name}" for p in known for name in (p.key, *p.holders)]
            )
        for commentator in self.preference:
            for position in known:
                if commentator in position.holders:
                    return position.key
        return known[0].key

    def choose(self, dispute: str, positions: Iterable[str]) -> str:
        """As `chosen`, checked to be one of the positions a rite knows how to perform."""
        key = self.chosen(dispute)
        if key not in positions:
            raise ReadingError(f"{dispute}={key}", [f"{dispute}={p}" for p in positions])
        return key

    @property
    def name(self) -> str:
        """Short name: the commentator followed first, and the overrides."""
        parts = [self.preference[0], *(f"{d}={k}" for d, k in sorted(self.overrides.items()))]
        return ", ".join(parts)


def profile(asked: Iterable[str], disputes: Mapping[str, Dispute]) -> Profile:
    """The profile asked for by words such as ``ao`` or ``DS-30=ao``; later commentators come before the default.

    Raises ReadingError for a commentator or dispute nobody knows.
    """
    first: list[str] = []
    overrides: dict[str, str] = {}
    for word in asked:
        dispute, equals, wanted = word.partition("=")
        if equals:
            if dispute not in disputes:
                raise ReadingError(word, disputes)
            overrides[dispute] = wanted
        elif word in COMMENTATORS:
            first.append(word)
        else:
            raise ReadingError(word, COMMENTATORS)
    order = tuple(dict.fromkeys([*first, *DEFAULT_PREFERENCE]))
    made = Profile(order, MappingProxyType(overrides), disputes)
    for dispute in overrides:
        made.chosen(dispute)
    return made


COMMENTATORS: Mapping[str, Commentator] = MappingProxyType(
    {
        c.id: c
        for c in (
            Commentator("zheng", "鄭玄", "Zhèng Xuán", "Hàn"),
            Commentator("jia", "賈公彥", "Jiǎ Gōngyàn", "Táng"),
            Commentator("kong", "孔穎達", "Kǒng Yǐngdá", "Táng"),
            Commentator("zhu", "朱熹", "Zhū Xī", "Sòng"),
            Commentator("ao", "敖繼公", "Áo Jìgōng", "Yuán"),
            Commentator("hao", "郝敬", "Hǎo Jìng", "Míng"),
            Commentator("zhang", "張爾岐", "Zhāng Ěrqí", "Qīng"),
            Commentator("jiang", "姜兆錫", "Jiāng Zhàoxī", "Qīng"),
            Commentator("sheng", "盛世佐", "Shèng Shìzuǒ", "Qīng"),
            Commentator("yishu", "義疏案", "Yìshū (editors’ note)", "Qīng"),
            Commentator("dadai", "大戴禮記", "Dà Dài Lǐjì", "Hàn"),
            Commentator("dingben", "定本", "Dìngběn (standard text)", "Táng"),
            Commentator("ludian", "陸佃", "Lù Diàn", "Sòng"),
            Commentator("fangque", "方慤", "Fāng Què", "Sòng"),
            Commentator("ludalin", "呂大臨", "Lǚ Dàlín", "Sòng"),
            Commentator("chenhao", "陳澔", "Chén Hào", "Yuán"),
            Commentator("yaoshunmu", "姚舜牧", "Yáo Shùnmù", "Míng"),
            Commentator("xiongansheng", "熊安生", "Xióng Ānshēng", "Northern Zhōu"),
            Commentator("huowei", "或謂", "huò wèi (someone)", "unnamed"),
        )
    }
)


def dispute(id: str, clause: str, zh: str, en: str, *positions: Position, note: Note | None = None) -> Dispute:
    """A dispute; with a `note` (why no act differs) it changes nothing."""
    return Dispute(id, clause, zh, en, positions, note)


def held(key: str, holders: str, zh: str, en: str) -> Position:
    """A position and its holders, ids separated by spaces; nobody may hold it."""
    return Position(key, tuple(holders.split()), zh, en)
