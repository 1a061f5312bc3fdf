"""大射儀, the Great Archery of a ruler with his ministers.

Encoded: the first round, DS2-01 三耦射 and DS2-02 取矢加于楅.
"""

from __future__ import annotations

from fsm.rite import CastKey, Composition, Definition, Section, Setting
from fsm.rites.dashe.first_round import first_round
from fsm.rites.dashe.part import one_after_the_other, standing_registers
from fsm.vocabulary import load as load_vocabulary

SECTIONS = (
    Section("DS2-01", "三耦射", "The three pairs shoot"),
    Section("DS2-02", "取矢加于楅", "The arrows are fetched and laid on the rack"),
)

CAST = (CastKey("pairs", tuple(range(1, 13)), 3, "耦數（三耦）", "pairs of archers (three in the text)"),)


def compose(setting: Setting) -> Composition:
    """The parts that are encoded, one after the other."""
    vocabulary = load_vocabulary()
    parts = [first_round(setting.number("pairs"))]
    whole = one_after_the_other(parts)
    return Composition(
        whole.score,
        (*standing_registers(parts, vocabulary), *whole.registers),
        groups=whole.groups,
        facts=whole.facts,
        levels={place: vocabulary.level(place) for place in vocabulary.ids("place")},
        rules=whole.rules,
    )


DASHE = Definition(
    id="dashe", zh="大射儀", en="The Great Archery", source="儀禮 大射儀 (盛世佐 儀禮集編 卷十四)",
    sections=SECTIONS, cast=CAST, disputes=tuple(f"DS-{n:02}" for n in range(1, 11)), compose=compose,
)
