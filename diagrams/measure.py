"""How wide a text is, without a font at hand: ideographs are one em, Latin letters as in Source Serif."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

# Widths in thousandths of an em of the printable ASCII characters, from the space on (Noto Serif CJK).
# fmt: off
_ASCII = (
    256, 308, 376, 574, 550, 923, 779, 196, 364, 364, 478, 580, 327, 346, 327, 352, 557, 471, 558, 557, 555, 558,
    558, 549, 558, 562, 327, 327, 580, 580, 580, 432, 912, 718, 670, 691, 770, 652, 629, 741, 853, 405, 402, 731,
    625, 975, 796, 767, 641, 767, 715, 567, 659, 797, 714, 1053, 700, 687, 605, 344, 352, 344, 580, 563, 435, 557,
    638, 538, 629, 546, 388, 566, 663, 332, 311, 607, 334, 974, 661, 596, 638, 607, 462, 473, 367, 653, 548, 838,
    564, 552, 498, 374, 316, 374, 580,
)
# fmt: on
BOLD = 1.04
"""Bold Latin letters are a little wider."""
_NARROW = {"\u00a0": 0.256, "·": 0.327, "–": 0.563, "—": 0.89, "−": 0.58, "¬": 0.58}
_NOT_FIRST = frozenset("，。、；：」』）〕】！？·,.;:)]!?”’／")
_NOT_LAST = frozenset("「『（〔【[(“‘×⊘●■▲◆▼")


def char_width(char: str) -> float:
    """The width of one character in em."""
    code = ord(char)
    if 32 <= code < 127:
        return _ASCII[code - 32] / 1000
    if char in _NARROW:
        return _NARROW[char]
    if unicodedata.combining(char):
        return 0.0
    if unicodedata.east_asian_width(char) in "WF" or not char.isalpha():
        return 1.0
    base = unicodedata.normalize("NFD", char)[0]
    return char_width(base) if base != char else 0.6


def width(text: str, size: float, bold: bool = False) -> float:
    """The width of a text in points."""
    ems = map(char_width, text)
    return sum(em * BOLD if bold and em != 1.0 else em for em in ems) * size


def _words(text: str) -> Iterator[str]:
    """Pieces between which a line may break: single ideographs with the marks that cling to them, Latin words.

    A straight quotation mark clings to what follows at the beginning of a piece, else to what goes before.
    """
    piece = ""
    for char in text:
        if not piece:
            piece = char
        elif char == " ":
            yield piece + " "
            piece = ""
        elif char in _NOT_FIRST or piece[-1] in _NOT_LAST or char == '"' or piece == '"':
            piece += char
        elif char_width(char) == 1.0 or char_width(piece[-1]) == 1.0:
            yield piece
            piece = char
        else:
            piece += char
    if piece:
        yield piece


def wrap(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """The text in lines no wider than `room` points; a single word that is wider is cut."""
    lines, line = [], ""
    for word in _words(text):
        if line and width((line + word).rstrip(), size, bold) > room:
            lines.append(line.rstrip())
            line = ""
        line += word
        while width(line.rstrip(), size, bold) > room and len(line.rstrip()) > 1:
            cut = len(line) - 1
            while cut > 1 and width(line[:cut], size, bold) > room:
                cut -= 1
            if len(line) - cut == 1 and line[-1] in _NOT_FIRST:
                break
            lines.append(line[:cut])
            line = line[cut:]
    if line.strip():
        lines.append(line.rstrip())
    return lines
