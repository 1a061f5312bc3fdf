"""From names to ids and back, with the members of roles.

A member is written `role.n`: `upper_archer.2` is the upper archer of the second pair,
`guests_party.2` the second of the guest's party.  Of men there is one of for each target,
the target is the suffix: `marker.great`.  The table says which members a role has; there are no others.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from ..terms import chinese_numeral
from .folding import beginnings, fold
from .tables import FILES, Entry, table

PAIR_NAMES = ("上耦", "次耦", "下耦")
"""What the first, second and third pair are called (三耦 is the three of them together)."""

LARGEST = 99
"""Numerals are read up to this."""

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_TARGETS = ("great", "middle", "near")
_PAIR_PINYIN = ("shàng ǒu", "cì ǒu", "xià ǒu")


@functools.cache
def index(kind: str) -> Mapping[str, tuple[str, ...]]:
    """Folded name -> ids that have it, over ids and names in all scripts and languages."""
    found: dict[str, list[str]] = {}
    for entry in table(kind).values():
        for name in {fold(name): None for name in (entry.id, *entry.zh, *entry.simp, *entry.en)}:
            found.setdefault(name, []).append(entry.id)
    # Where a name is the very id of one entry, that one is meant.
    own = {fold(id): id for id in table(kind)}
    return MappingProxyType({name: (own[name],) if name in own else tuple(ids) for name, ids in found.items()})


@functools.cache
def members(role: str) -> tuple[str, ...]:
    """The suffixes of the members of a role: numbers, targets or none."""
    said = table("role")[role].extra["members"]
    if said == "target":
        return _TARGETS
    first, dash, last = said.partition("-")
    return tuple(map(str, range(int(first), int(last) + 1))) if first and dash else ()


@functools.cache
def _numerals() -> Mapping[str, int]:
    """Folded Chinese and Arabic numerals with their numbers."""
    found = {str(number): number for number in range(1, LARGEST + 1)}
    return MappingProxyType(found | {fold(chinese_numeral(n)): n for n in range(1, LARGEST + 1)})


@functools.cache
def _pairs() -> Mapping[str, int]:
    """Folded names of single pairs with their numbers, 三耦 (the three pairs) excepted."""
    found = {fold(f"{chinese_numeral(n)}耦"): n for n in range(1, LARGEST + 1) if n != len(PAIR_NAMES)}
    found |= {fold(name): n for n, name in enumerate(PAIR_NAMES, 1)}
    found |= {fold(f"第{chinese_numeral(n)}耦"): n for n in range(1, LARGEST + 1)}
    for n, ordinal in enumerate(_ORDINALS, 1):
        found |= {f"{ordinal}pair": n, f"{ordinal}couple": n}
    return MappingProxyType(found)


def _numbered(folded: str) -> tuple[str, int] | None:
    """(name, number) of a folded name that ends in a number."""
    for size in (3, 2, 1):
        number = _numerals().get(folded[-size:])
        if number and len(folded) > size:
            return folded[:-size].removesuffix(fold("第")), number
    return None


def _member_of_pair(folded: str) -> tuple[str, int] | None:
    """(name of the archer, number of the pair) of 次耦上射, "pair 2's upper archer" and the like."""
    if found := re.fullmatch(r"pair(\d{1,2})s?(\D+)", folded):
        return found[2], int(found[1])
    if found := re.fullmatch(r"(\D+)ofpair(\d{1,2})", folded):
        return found[1], int(found[2])
    head, pair, rest = folded.partition("耦")
    if pair and rest:
        # Before an archer 三耦 can only be the third pair.
        number = _pairs().get(head + pair) or _numerals().get(head)
        return (rest.removeprefix("之"), number) if number else None
    return None


def _by_target(folded: str) -> Iterator[tuple[str, str]]:
    """(name, target) of 大侯獲者, "marker of the great target", "marker.great" and the like."""
    for target in _TARGETS:
        title, english = fold(table("place")[f"target.{target}"].zh[0]), f"{target}target"
        if folded.startswith(title):
            yield folded.removeprefix(title).removeprefix("之"), target
        if folded.endswith(target):
            yield folded.removesuffix(target), target
        if found := re.fullmatch(rf"(\w+?)(?:of|at)(?:the)?{english}|(?:the)?{english}s?(\w+)", folded):
            yield found[1] or found[2], target
        if english in folded:
            # The men with their backs "to the target" have them to the great target, each to his own.
            yield folded.replace(english, "target"), target


def _members(folded: str) -> Iterator[tuple[str, str]]:
    """(name of the role, suffix of the member): what the folded name of a member can be taken for."""
    if number := _pairs().get(folded):
        yield "pair", str(number)
    for parsed in (_member_of_pair(folded), _numbered(folded)):
        if parsed:
            yield parsed[0], str(parsed[1])
    yield from _by_target(folded)


@functools.lru_cache(maxsize=4096)
def find(text: str, kind: str) -> tuple[str, ...]:
    """Ids of the kind one of whose names equals the text after folding; members of roles are parsed."""
    folded = fold(text)
    names = index(kind)
    if folded in names:
        return names[folded]
    if folded and kind == "role":
        for role, suffix in _members(folded):
            if ids := tuple(f"{id}.{suffix}" for id in names.get(role, ()) if suffix in members(id)):
                return ids
    return ()


@functools.cache
def starts(kind: str) -> frozenset[str]:
    """The `beginnings` of everything that `find` knows of a kind, numbered members included."""
    known = list(index(kind))
    if kind == "role":
        known += [*_pairs(), *_numerals(), "pair", "the", *_TARGETS]
        known += [fold(table("place")[f"target.{target}"].zh[0]) for target in _TARGETS]
    return frozenset(start for name in known for start in beginnings(name))


def lookup(id: str, kind: str | None) -> Entry | None:
    """The entry of an id, of the first kind that has it if none is given."""
    for each in FILES if kind is None else (kind,):
        if id in table(each):
            return table(each)[id]
    return None


def _shown(entry: Entry, lang: str) -> str:
    if lang == "zh-Hant":
        return entry.zh[0]
    if lang == "zh-Hans":
        return entry.simp[0]
    return entry.en[0] if lang == "en" else entry.pinyin


def _pair(number: int, lang: str) -> str:
    special = number <= len(PAIR_NAMES)
    if lang == "en":
        return f"pair {number}"
    if lang == "pinyin":
        return _PAIR_PINYIN[number - 1] if special else f"ǒu {number}"
    # 上耦 and its fellows are the same in both scripts.
    return PAIR_NAMES[number - 1] if special else f"{chinese_numeral(number)}耦"


def _member(role: Entry, suffix: str, lang: str) -> str:
    """What a member of a role is called."""
    title = _shown(role, lang)
    if suffix in _TARGETS:
        target = _shown(table("place")[f"target.{suffix}"], lang)
        if lang != "en":
            return f"{target} {title}" if lang == "pinyin" else f"{target}{title}"
        # Who has his back "to the target" has it to the great target.
        to_target = "the target" in title
        return title.replace("the target", f"the {target}") if to_target else f"{title} of the {target}"
    if role.id == "pair":
        return _pair(int(suffix), lang)
    if lang == "en":
        # One of the ministers is minister 1.
        return f"{title.removesuffix('s') if role.extra['kind'] == 'group' else title} {suffix}"
    return f"{title} {suffix}" if lang == "pinyin" else f"{title}·{chinese_numeral(int(suffix))}"


@functools.lru_cache(maxsize=4096)
def name(id: str, lang: str, kind: str | None = None) -> str:
    """What the thing is called; see `Vocabulary.name`."""
    if lang == "both":
        chinese, english = name(id, "zh-Hant", kind), name(id, "en", kind)
        return id if chinese == english else f"{chinese} {english}"
    if entry := lookup(id, kind):
        return _shown(entry, lang)
    base, _, suffix = id.rpartition(".")
    if kind in (None, "role") and (role := lookup(base, "role")) and suffix in members(base):
        return _member(role, suffix, lang)
    return id


def nearest(text: str, kind: str, limit: int) -> tuple[str, ...]:
    """The known ids whose names are most like the text, best first; of a numbered member the number is kept."""
    from rapidfuzz import fuzz, process

    folded = fold(text)
    number = ""
    if kind == "role" and (parsed := _numbered(folded)):
        folded, number = parsed[0], str(parsed[1])
    # Ideographs are few and each counts: parts of a name are no likeness there, as they are among letters.
    scorer = fuzz.WRatio if folded.isascii() else fuzz.ratio
    names = index(kind)
    best: dict[str, float] = {}
    for like, score, _ in process.extract(folded, names.keys(), scorer=scorer, limit=None, score_cutoff=40):
        for id in names[like]:
            best[id] = max(best.get(id, 0.0), score)
    place = {id: n for n, id in enumerate(table(kind))}
    ranked = sorted(best, key=lambda id: (-best[id], place[id]))
    return tuple(f"{id}.{number}" if number and number in members(id) else id for id in ranked[:limit])
