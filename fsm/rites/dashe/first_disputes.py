"""The disputes of the first round of 大射 (DS2-01 and DS2-02)."""

from __future__ import annotations

from fsm.readings import Note, dispute, held

DISPUTES = (
    dispute(
        "DS-01", "DS2-01-001", "負侯者與獲者", "the men at the targets and the markers",
        held("same_men", "zheng ao", "負侯者即獲者，相代", "the same men, relieving each other"),
        held("six_men", "sheng", "負侯者三，獲者三，各異", "three and three, six men"),
    ),
    dispute(
        "DS-02", "DS2-01-001", "旌", "the banner",
        held("one_kind", "ao", "皆翿旌", "one feathered kind for all"),
        held("split_feather", "zheng", "析羽為旌", "of split feathers"),
        held("by_target", "sheng", "三侯之旌各不同", "a different one for each target"),
        note=Note("何旌皆不改所行", "which banner it is changes no act"),
    ),
    dispute(
        "DS-03", "DS2-01-027", "視何侯之中", "which target they look at",
        held("by_rank", "zheng", "各視其侯之中", "each that of his own rank"),
        held("near", "ao sheng", "三耦皆視干侯", "all pairs the near target"),
        note=Note("此處三耦皆士，干侯即士之侯", "the three pairs are officers in every cast here, and the near target is that of their rank"),
    ),
    dispute(
        "DS-04", "DS2-01-049", "授旌者", "who hands the banner over",
        held("great_only", "zheng", "惟大侯者相代", "only at the great target"),
        held("all_three", "ao sheng", "三侯皆授", "at all three targets"),
    ),
    dispute(
        "DS-05", "DS2-01-075", "他侯獲者坐否", "whether the other markers kneel",
        held("sit", "ao", "亦坐而不獲", "they kneel too, silently"),
        held("stand", "sheng", "立自如", "they keep standing"),
    ),
    dispute(
        "DS-06", "DS2-01-096", "三耦之位", "where the pairs wait",
        held("in_the_booth", "ao sheng", "次中", "in the booth"),
        held("north_of_the_booth", "hao", "次北", "north of the booth"),
    ),
    dispute(
        "DS-07", "DS2-01-097", "三耦、二耦", "“the three pairs” or “two pairs”",
        held("three", "", "三耦，如文", "as it stands"),
        held("two", "ao", "三當作二", "read “two”: pairs two and three"),
        note=Note("或三或二，上耦以後皆如上耦", "either way the pairs after the first do as the first"),
    ),
    dispute(
        "DS-08", "DS2-02-012", "許諾者", "who answers the order to fetch",
        held("bearers", "sheng", "立于西方之負侯者，至乏而諾", "the men from the west, from the screen on"),
        held("markers", "ao", "此負侯即獲者", "the markers, who are meant by the name"),
    ),
    dispute(
        "DS-09", "DS2-02-029", "乘矢之儀", "how the arrows are counted",
        held("gestures", "sheng", "如鄉射，進當楅南", "as in the district archery, south of the rack"),
        held("report", "ao", "既乘，以備否告於正", "he then reports whether they are complete"),
    ),
    dispute(
        "DS-10", "DS2-02-032", "又袒執弓", "how the marshal arms again",
        held("in_full", "ao", "決遂右挾，不言可知", "in full, though unwritten"),
        held("as_written", "", "如文", "as written, no more"),
    ),
)  # fmt: skip
