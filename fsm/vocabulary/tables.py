"""The tables of the vocabulary as they are stored: tab-separated files beside this module."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

COMMON = ("id", "zh", "simp", "pinyin", "en")
"""The columns every table has; further columns are the `extra` of an entry."""

FILES: Mapping[str, str] = MappingProxyType(
    {
        "verb": "verbs",
        "role": "roles",
        "place": "places",
        "object": "objects",
        "words": "words",
        "value": "values",
        "key": "keys",
    }
)
"""The kinds of entries, in the order in which a name without a kind is looked up, with their files."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that has a name.

    id: the stable identifier; kind: a key of `FILES`.
    zh, simp, en: names, the first of each for display; zh and simp correspond one to one.
    pinyin: of the first name.
    extra: the further columns of its table, as text.
    """

    id: str
    kind: str
    zh: tuple[str, ...]
    simp: tuple[str, ...]
    pinyin: str
    en: tuple[str, ...]
    extra: Mapping[str, str]


def read_rows(name: str) -> list[dict[str, str]]:
    """The rows of one stored table, by column."""
    # The loader's own reader works in archives too, and costs no import of importlib.resources.
    loader = __spec__.loader
    folder = __file__.rpartition("tables")[0]
    text: str = loader.get_data(f"{folder}{name}.tsv").decode("utf-8")  # type: ignore[union-attr]
    head, *lines = text.splitlines()
    columns = head.split("\t")
    return [dict(zip(columns, line.split("\t"), strict=True)) for line in lines]


def _entry(kind: str, row: dict[str, str]) -> Entry:
    # An utterance is one name, whatever spaces or semicolons it may have.
    spoken = kind == "words"
    return Entry(
        id=row["id"],
        kind=kind,
        zh=(row["zh"],) if spoken else tuple(row["zh"].split(" ")),
        simp=(row["simp"],) if spoken else tuple(row["simp"].split(" ")),
        pinyin=row["pinyin"],
        en=(row["en"],) if spoken else tuple(row["en"].split("; ")),
        extra=MappingProxyType({name: value for name, value in row.items() if name not in COMMON}),
    )


@functools.cache
def table(kind: str) -> Mapping[str, Entry]:
    """All entries of a kind by id, in the order of the file; KeyError if there is no such kind."""
    try:
        rows = read_rows(FILES[kind])
    except KeyError:
        raise KeyError(f"no kind {kind!r} in the vocabulary; kinds are {', '.join(FILES)}") from None
    return MappingProxyType({row["id"]: _entry(kind, row) for row in rows})
