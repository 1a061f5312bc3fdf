"""What the rites say of themselves is said in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from fsm.loading import load
from fsm.readings import COMMENTATORS
from fsm.rite import Rite
from fsm.rites import MODULES
from fsm.score import Remark, walk

PLAIN = re.compile(r"[A-Z]{2,3}\d?-\d\d(-\d{3})?|[a-z_]+\.[a-z_]+|[a-z_]+=\w+")
"""What is the same in every language: sections, clauses, rules, settings."""

CASTS = {"touhu": ({}, {"pairs": 3}), "dashe": ({}, {"pairs": 1}, {"grandees": 0, "ministers": 0, "great_officers": 0})}


def said(rite: Rite) -> Iterator[tuple[str, str]]:
    yield from ((s.zh, s.en) for s in rite.sections)
    yield from ((g.zh, g.en) for rule in rite.rulebook for g in rule.guards)
    yield from ((part.zh, part.en) for part in walk(rite.score) if isinstance(part, Remark) and part.kind == "nothing")
    for dispute in rite.profile.disputes.values():
        yield dispute.zh, dispute.en
        yield from ((position.zh, position.en) for position in dispute.positions)
        if dispute.note is not None:
            yield dispute.note.zh, dispute.note.en


@pytest.mark.parametrize(("name", "cast"), [(name, cast) for name in MODULES for cast in CASTS[name]])
def test_everything_is_said_in_both_languages(name: str, cast: dict[str, int]) -> None:
    for zh, en in said(load(name, cast=cast)):
        assert re.search("[㐀-鿿]", zh), (zh, en)
        assert not re.search("[A-Za-z]", PLAIN.sub("", zh)), (zh, en)
        assert re.search("[A-Za-z]{2}", en), (zh, en)
        assert not zh.endswith("。"), zh


@pytest.mark.parametrize("name", MODULES)
def test_commentators_are_named_in_the_language(name: str) -> None:
    """In English by pinyin; in Chinese by the whole name."""
    names = [c.zh for c in COMMENTATORS.values() if c.id != "huowei"]
    short = "|".join(f"{c[0]}(?:氏|說|疏|注|以為)" for c in names)
    for zh, en in said(load(name)):
        assert not re.search("|".join([*names, "[敖鄭賈孔盛郝朱姜]", "大戴"]), en), en
        assert not re.search(short, zh), zh
