"""Where curves run: what an arrow passes over, and where a label has room beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .graph import Cluster, Edge, Graph

Point = tuple[float, float]
STEPS = 16
"""Into how many pieces a stretch of a curve is cut."""
CLEAR = 2.5
"""How much is kept free on either side of an arrow."""


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle."""

    left: float
    bottom: float
    right: float
    top: float

    @staticmethod
    def around(centre: Point, width: float, height: float) -> Box:
        x, y = centre
        return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    def holds(self, point: Point, within: float = 0) -> bool:
        """Whether a point lies inside, by more than so much."""
        return (
            self.left + within < point[0] < self.right - within and self.bottom + within < point[1] < self.top - within
        )


def course(pos: str) -> list[Point]:
    """Points along a curve as Graphviz writes it, from its tail to its head."""
    start, end, control = None, None, []
    for word in pos.split():
        kind, _, rest = word.partition(",")
        if kind in ("s", "e"):
            x, y = map(float, rest.split(","))
            start, end = ((x, y), end) if kind == "s" else (start, (x, y))
        else:
            x, y = map(float, word.split(","))
            control.append((x, y))
    out = [start] if start else []
    for i in range(0, len(control) - 3, 3):
        out += _bezier(control[i : i + 4])
    return [*out, end] if end else out


def _bezier(control: Sequence[Point]) -> Iterator[Point]:
    a, b, c, d = control
    for step in range(STEPS + 1):
        t = step / STEPS
        u = 1 - t
        w = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        yield tuple(w[0] * a[k] + w[1] * b[k] + w[2] * c[k] + w[3] * d[k] for k in (0, 1))  # type: ignore[misc]


def visible(edges: Sequence[Edge]) -> list[Edge]:
    """The edges that are drawn."""
    return [edge for edge in edges if edge.pos and edge.attrs.get("style") != "invis"]


def label_box(thing: Cluster | Edge) -> Box | None:
    """Where a label stands, if there is one and it has been placed."""
    if thing.label is None or thing.at is None:
        return None
    return Box.around(thing.at, thing.label.width, thing.label.height)


def room_between(left: float, right: float, crossing: Sequence[float]) -> list[tuple[float, float]]:
    """The stretches between left and right that no arrow crosses, from the left."""
    out, at = [], left
    for x in sorted(crossing):
        out.append((at, x - CLEAR))
        at = max(at, x + CLEAR)
    return [(a, b) for a, b in [*out, (at, right)] if b > a]


def give_way(graph: Graph) -> list[tuple[Cluster, float]]:
    """Moves the labels of frames out of the way of arrows; those for which there is no room, with the room there is."""
    courses = [course(edge.pos) for edge in visible(graph.edges)]
    short: list[tuple[Cluster, float]] = []
    for cluster in graph.all_clusters():
        box = label_box(cluster)
        if box is None or cluster.bounds is None:
            continue
        left, right = cluster.bounds[0] + 5, cluster.bounds[2] - 5
        level = [x for points in courses for x, y in points if box.bottom - CLEAR < y < box.top + CLEAR]
        inside = [x for x in level if left - CLEAR < x < right + CLEAR]
        free = room_between(left, right, inside)
        wide = box.right - box.left
        fit = next((a for a, b in free if b - a >= wide), None)
        if fit is not None:
            cluster.at = fit + wide / 2, (box.bottom + box.top) / 2
        elif free:
            short.append((cluster, max(b - a for a, b in free)))
    return short


def trespasses(graph: Graph) -> list[tuple[str, str]]:
    """Arrows that pass over a box or label that is not theirs: tail and head, and what they pass over."""
    found: list[tuple[str, str]] = []
    boxes = [(name, Box.around(n.box[:2], n.box[2], n.box[3])) for name, n in graph.nodes.items() if n.box]
    labels: list[tuple[Cluster | Edge, Box]] = []
    things: tuple[Cluster | Edge, ...] = (*graph.all_clusters(), *graph.edges)
    for thing in things:
        if box := label_box(thing):
            labels.append((thing, box))
    for edge in visible(graph.edges):
        points, name = course(edge.pos), f"{edge.tail} → {edge.head}"
        for node, box in boxes:
            if node not in (edge.tail, edge.head) and any(box.holds(p, 1) for p in points):
                found.append((name, node))
        for thing, box in labels:
            if thing is not edge and any(box.holds(p, 1) for p in points):
                found.append((name, "label of " + (thing.name if isinstance(thing, Cluster) else thing.head)))
    return found
