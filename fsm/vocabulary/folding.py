"""Folding of text for comparison: scripts, variants, case, punctuation and spaces made equal.

`fold` is what every comparison of names uses; its result is for comparing only,
never for display.  `simplify` is for display.
"""

from __future__ import annotations

import functools
import unicodedata

from .tables import read_rows


@functools.cache
def _characters() -> dict[int, str]:
    """Traditional and variant characters with the character that stands for them in comparisons."""
    return {ord(row["char"]): row["to"] for row in read_rows("folding")}


def fold(text: str) -> str:
    """The text with script, variants, case, width, punctuation and spaces folded away.

    Only letters, digits and ideographs remain: "upper_archer.2" and "Upper archer 2" are equal,
    and so are 說決拾 and 说决拾.
    """
    plain = text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).lower().translate(_characters())
    return "".join(filter(str.isalnum, plain))


def beginnings(folded: str) -> tuple[str, ...]:
    """How a folded name begins, for a quick look whether a text can be one: its first ideograph, or 1 to 3 letters."""
    return tuple(folded[:size] for size in (1, 2, 3)) if folded[:1].isascii() else (folded[:1],)


def may_begin(text: str, known: frozenset[str]) -> bool:
    """Whether a text can begin with a name, all of whose `beginnings` are given.  False is certain, True is not."""
    folded = fold(text.lstrip()[:8].partition(" ")[0])
    return not folded or (folded[:3] if folded[:1].isascii() else folded[:1]) in known


@functools.cache
def _converter() -> object:
    # Loading its dictionaries takes longer than all the rest: only those who want simplified prose pay for it.
    from opencc import OpenCC

    return OpenCC("t2s")


def simplify(text: str) -> str:
    """The text in simplified characters, for display."""
    # 閒 is written for 間 throughout the classic; the converter would take it for 閑.
    converted: str = _converter().convert(text.replace("閒", "間"))  # type: ignore[attr-defined]
    return converted
