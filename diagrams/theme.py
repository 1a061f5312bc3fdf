"""Colours, letters, fonts and sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

ThemeName = Literal["colour", "mono"]

INKS = (
    "#1f5a99", "#a3451d", "#8a6a00", "#0f7f73", "#5b3d9e", "#3f7a1f", "#a01d6b", "#4c4f57",
    "#0b6fa8", "#7a3b12", "#5f6b00", "#146b4a", "#7d2f8f", "#b02a2a", "#3a4a8c", "#6b5a4a",
)  # fmt: skip
"""Dark enough to be read on white."""

SIGNS = "●■▲◆▼"
"""Beside their colour roles differ in shape: so do all that share a colour, or wear colours much alike."""

PER_SIGN = 8
"""How many roles have one shape, in colours far apart."""

KNOWN = ("archery_director", "host", "guest", "musicians", "winners_youth", "winners", "losers", "aides")
"""Roles that always wear the colour of their place in this list."""

INK, SOFT, FAINT, RULE = "#1c1c1c", "#5a5a5a", "#8a8a8a", "#b8b8b8"

FONTS = MappingProxyType(
    {
        "zh-Hant": ("Noto Serif CJK TC", "Source Han Serif TC", "Source Han Serif", "Songti TC", "PMingLiU", "serif"),
        "zh-Hans": ("Noto Serif CJK SC", "Source Han Serif SC", "Source Han Serif", "Songti SC", "SimSun", "serif"),
    }
)
"""The font asked for first, and those a reader of SVG may fall back on."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes of type in points; nothing is ever smaller than `least`."""

    title: float = 20
    heading: float = 11
    row: float = 8.5
    english: float = 7.5
    small: float = 7.2
    least: float = 7.0


@dataclass(frozen=True, slots=True)
class Theme:
    """How roles are told apart: by colour and sign, or in print by letters."""

    name: ThemeName
    order: tuple[str, ...]
    sizes: Sizes = field(default_factory=Sizes)

    def ink(self, role: str) -> str:
        """The colour of a role."""
        return INK if self.name == "mono" else INKS[self._place(role) % len(INKS)]

    def tint(self, role: str) -> str:
        """The pale colour of a role, for the ground of its cards."""
        return "#ffffff" if self.name == "mono" else _pale(self.ink(role))

    def sign(self, role: str) -> str:
        """The sign of a role, or its letter."""
        if self.name == "mono":
            return _letter(self.order.index(role) if role in self.order else 25)
        return SIGNS[self._place(role) // PER_SIGN % len(SIGNS)]

    @property
    def paper(self) -> str:
        return "#ffffff"

    @property
    def panel(self) -> str:
        """The ground of a card of the overview."""
        return "#ffffff" if self.name == "mono" else "#fbfaf6"

    def _place(self, role: str) -> int:
        places = colour_places(self.order)
        return places.get(role, len(places))


def colour_places(order: Sequence[str]) -> Mapping[str, int]:
    """Role → place in `INKS`: known roles their own, the others those left, in order of appearance."""
    places = {role: i for i, role in enumerate(KNOWN)}
    free = len(KNOWN)
    for role in order:
        if role not in places:
            places[role] = free
            free += 1
    return places


def _pale(colour: str) -> str:
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - part) * 0.11):02x}" for part in parts)


def _letter(place: int) -> str:
    return chr(0x24B6 + place) if place < 26 else chr(0x24D0 + (place - 26) % 26)
