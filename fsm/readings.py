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
class Dispute:
    """A point in dispute: where, about what, and the positions, the first as the rite's default.

    clause: the clause it hangs on; note: why it changes nothing, where `changes` is false.
    """

    id: str
    clause: str
    zh: str
    en: str
    positions: tuple[Position, ...]
    changes: bool = True
    note: str = ""

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


def _dispute(id: str, clause: str, zh: str, en: str, *positions: Position, note: str = "") -> Dispute:
    return Dispute(id, clause, zh, en, positions, changes=not note, note=note)


def _holds(key: str, holders: str, zh: str, en: str) -> Position:
    return Position(key, tuple(holders.split()), zh, en)


TOUHU = (
    _dispute(
        "TH-01", "TH-01-001", "誰說「辟」", "who says “he makes way”",
        _holds("themselves", "kong", "主人與賓自說", "host and guest themselves"),
        _holds("aides", "xiongansheng", "贊者代說", "the aides, for them"),
        note="the bows of 請投 lie before this stretch",
    ),
    _dispute(
        "TH-02", "TH-01-001", "拜時所面", "facing of the bows",
        _holds("north", "kong", "北面", "north"),
        _holds("each_other", "xiongansheng", "或東西面相拜", "perhaps east and west, to each other"),
        note="the bows of 請投 lie before this stretch",
    ),
    _dispute(
        "TH-03", "TH-01-005", "賓主之席所面", "facing of the mats",
        _holds("south", "zheng chenhao", "皆南鄉，主左賓右", "both south, host on the left"),
        _holds("paired", "kong", "相對為位", "“opposite each other”, which may only mean paired"),
        note="孔 may only mean that they are paired; no act differs",
    ),
    _dispute(
        "TH-04", "TH-02-009", "比投", "what a void throw is",
        _holds("out_of_turn", "zheng kong yishu", "不更遞而投", "throwing out of turn"),
        _holds("leaning", "ludian", "引手就壺", "leaning over to the pot"),
    ),
    _dispute(
        "TH-05", "TH-02-012", "馬是算否", "whether the horse is a tally",
        _holds("tally", "zheng kong fangque", "取算為馬", "a tally taken as a horse"),
        _holds("own_piece", "yaoshunmu yishu", "馬自是馬", "a piece of its own"),
        note="with eighty tallies neither runs short, so no act differs",
    ),
    _dispute(
        "TH-06", "TH-02-013", "「一馬從二馬」此處有無", "whether “one horse follows two” is told here",
        _holds("told", "zheng kong yishu", "有此句", "it is told"),
        _holds("absent", "dingben dadai", "無此句", "it is not in the text here"),
    ),
    _dispute(
        "TH-07", "TH-03-003", "間若一", "“the intervals alike”",
        _holds("beat", "zheng kong fangque yishu", "樂節疏數如一，以為投節", "an even beat that the throws keep to"),
        _holds("alternation", "ludian", "間歌，歌奏相間", "song and playing by turns"),
        note="no penalty is stated for a throw off the beat, and scripts carry no beat",
    ),
    _dispute(
        "TH-08", "TH-04-004", "釋算於何處", "where the tally is laid",
        _holds("ground", "kong yishu", "釋于地", "on the ground"),
        _holds("holder", "huowei", "釋于中", "into the holder"),
    ),
    _dispute(
        "TH-09", "TH-04-016", "奇數如何告", "how an odd number is announced",
        _holds("all_odd", "kong", "九算曰九奇", "nine is “nine odd”"),
        _holds("pairs_and_odd", "zhu yishu", "九算曰四純一奇", "nine is “four pairs and one odd”"),
    ),
    _dispute(
        "TH-10", "TH-06-002", "誰請立馬", "who asks to set up the horse",
        _holds("archery_director", "zheng kong", "司射", "the director of archery"),
        _holds("overseer", "dadai", "司正", "the overseer"),
    ),
    _dispute(
        "TH-11", "TH-06-011", "三番皆鈞", "three level rounds",
        _holds("nothing", "zheng", "無馬無爵，不慶", "no horse, no cup, no congratulation"),
        _holds("mutual", "yishu", "或即行相慶禮", "perhaps both sides congratulate each other"),
    ),
    _dispute(
        "TH-12", "TH-06-005", "慶爵誰酌", "who pours the cup of congratulation",
        _holds("partner", "zheng kong", "偶親酌，無豐", "the partner himself, without a stand"),
        note="only one position is held",
    ),
    _dispute(
        "TH-13", "TH-04-002", "誰投", "who throws",
        _holds("guest_and_host", "kong", "惟賓主三番", "only guest and host, three rounds"),
        _holds("parties_too", "yishu", "賓主投畢，其黨繼投", "their parties throw after them"),
        note="chosen by the cast: pairs=1, or more",
    ),
    _dispute(
        "TH-14", "TH-07-001", "算數", "number of tallies",
        _holds("four_each", "zheng yishu", "人四算", "four for each thrower"),
        note="only one position is held",
    ),
    _dispute(
        "TH-15", "TH-02-002", "壺去席", "distance of the pot",
        _holds("two_and_a_half", "zheng kong", "二矢半：五尺、七尺、九尺", "two and a half arrows: 5, 7 or 9 尺"),
        note="大戴 lacks the words here; the measure stands again at TH-07-012",
    ),
)  # fmt: skip


DASHE = (
    _dispute(
        "DS-01", "DS2-01-001", "負侯者與獲者", "the men at the targets and the markers",
        _holds("same_men", "zheng ao", "負侯者即獲者，相代", "the same men, relieving each other"),
        _holds("six_men", "sheng", "負侯者三，獲者三，各異", "three and three, six men"),
    ),
    _dispute(
        "DS-02", "DS2-01-001", "旌", "the banner",
        _holds("one_kind", "ao", "皆翿旌", "one feathered kind for all"),
        _holds("split_feather", "zheng", "析羽為旌", "of split feathers"),
        _holds("by_target", "sheng", "三侯之旌各不同", "a different one for each target"),
        note="which banner it is changes no act",
    ),
    _dispute(
        "DS-03", "DS2-01-027", "視何侯之中", "which target they look at",
        _holds("by_rank", "zheng", "各視其侯之中", "each that of his own rank"),
        _holds("near", "ao sheng", "三耦皆視干侯", "all pairs the near target"),
    ),
    _dispute(
        "DS-04", "DS2-01-049", "授旌者", "who hands the banner over",
        _holds("great_only", "zheng", "惟大侯者相代", "only at the great target"),
        _holds("all_three", "ao sheng", "三侯皆授", "at all three targets"),
    ),
    _dispute(
        "DS-05", "DS2-01-075", "他侯獲者坐否", "whether the other markers kneel",
        _holds("sit", "ao", "亦坐而不獲", "they kneel too, silently"),
        _holds("stand", "sheng", "立自如", "they keep standing"),
    ),
    _dispute(
        "DS-06", "DS2-01-096", "三耦之位", "where the pairs wait",
        _holds("in_the_booth", "ao sheng", "次中", "in the booth"),
        _holds("north_of_the_booth", "hao", "次北", "north of the booth"),
    ),
    _dispute(
        "DS-07", "DS2-01-097", "三耦、二耦", "“the three pairs” or “two pairs”",
        _holds("two", "ao", "三當作二", "read “two”: pairs two and three"),
        _holds("three", "sheng", "三耦", "as it stands"),
        note="either way the pairs after the first do as the first; no act differs",
    ),
    _dispute(
        "DS-08", "DS2-02-012", "許諾者", "who answers the order to fetch",
        _holds("bearers", "sheng", "立于西方之負侯者，至乏而諾", "the men from the west, from the screen on"),
        _holds("markers", "ao", "此負侯即獲者", "the markers, who are meant by the name"),
    ),
    _dispute(
        "DS-09", "DS2-02-029", "乘矢之儀", "how the arrows are counted",
        _holds("gestures", "sheng", "如鄉射，進當楅南", "as in the district archery, south of the rack"),
        _holds("report", "ao", "既乘，以備否告於正", "he then reports whether they are complete"),
    ),
    _dispute(
        "DS-10", "DS2-02-032", "又袒執弓", "how the marshal arms again",
        _holds("in_full", "ao", "決遂右挾，不言可知", "in full, though unwritten"),
        _holds("as_written", "", "如文", "as written, no more"),
    ),
)  # fmt: skip


def disputes_of(rite: str) -> Mapping[str, Dispute]:
    """The register of disputes of a rite, by id."""
    table: tuple[Dispute, ...] = {"touhu": TOUHU, "dashe": DASHE}.get(rite, ())
    return MappingProxyType({d.id: d for d in table})
