"""Who acts in 大射: officers, the men at the targets, and the pairs of archers."""

from __future__ import annotations

from fsm.score import Actor, Step

TARGETS = ("great", "middle", "near")
"""大侯, 參侯, 干侯."""


class Pair(Actor):
    """A pair of archers: the upper (right, west) and the lower (left, east)."""

    def __init__(self, number: int) -> None:
        super().__init__(f"upper_archer.{number}", f"lower_archer.{number}")
        self.number = number
        self.upper = Actor(f"upper_archer.{number}")
        self.lower = Actor(f"lower_archer.{number}")


def bearer(target: str) -> Actor:
    """The man with his back to that target (負侯者)."""
    return Actor(f"banner_bearer.{target}")


def marker(target: str) -> Actor:
    """The man who calls the hits of that target (獲者)."""
    return Actor(f"marker.{target}")


def order(speaker: Actor, to: Actor, content: str, words: str, facing: str | None = None) -> Step:
    """A command: its content, for the rules, and the words spoken."""
    return speaker.order(to=to, content=content, words=words, facing=facing)


bearers = Actor(*(f"banner_bearer.{t}" for t in TARGETS))
markers = Actor(*(f"marker.{t}" for t in TARGETS))
markers_as_bearers = Actor(*markers.persons, office="banner_bearer")
director, marshal, vice_marshal = Actor("archery_director"), Actor("marshal"), Actor("vice_marshal")
attendant, vice_attendant, tally_officer = Actor("attendant"), Actor("vice_attendant"), Actor("tally_officer")
