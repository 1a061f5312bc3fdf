"""Who acts in 大射: officers, the men at the targets, and the pairs of archers."""

from __future__ import annotations

from fsm.rites.archery import Pair, director, marshal, order, tally_officer
from fsm.score import Actor

TARGETS = ("great", "middle", "near")
"""大侯, 參侯, 干侯."""


def bearer(target: str) -> Actor:
    """The man with his back to that target (負侯者)."""
    return Actor(f"banner_bearer.{target}")


def marker(target: str) -> Actor:
    """The man who calls the hits of that target (獲者)."""
    return Actor(f"marker.{target}")


bearers = Actor(*(f"banner_bearer.{t}" for t in TARGETS))
markers = Actor(*(f"marker.{t}" for t in TARGETS))
markers_as_bearers = Actor(*markers.persons, office="banner_bearer")
vice_marshal, attendant, vice_attendant = Actor("vice_marshal"), Actor("attendant"), Actor("vice_attendant")

__all__ = [
    "TARGETS", "Pair", "attendant", "bearer", "bearers", "director", "marker", "markers", "markers_as_bearers", "marshal",
    "order", "tally_officer", "vice_attendant", "vice_marshal",
]
