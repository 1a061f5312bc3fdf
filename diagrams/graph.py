"""Graphs as values, and their text in the DOT language through the `graphviz` package."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import graphviz

from .labels import Block

Attrs = Mapping[str, str]


@dataclass(slots=True)
class Node:
    """A node; `box` is centre x, centre y, width and height in points once it has been placed."""

    name: str
    label: str
    attrs: dict[str, str]
    block: Block | None = None
    box: tuple[float, float, float, float] | None = None


@dataclass(slots=True)
class Edge:
    """An edge; `pos` is its curve and `at` where its label stands once it has been placed.

    within: the frame up whose right side it leads back, where it is the way back of a loop.
    """

    tail: str
    head: str
    attrs: dict[str, str]
    label: Block | None = None
    within: str = ""
    pos: str = ""
    at: tuple[float, float] | None = None


@dataclass(slots=True)
class Cluster:
    """A frame around nodes and other frames; `bounds` is left, bottom, right, top once placed.

    say: its label in less room, where an arrow wants to pass.
    """

    name: str
    attrs: dict[str, str]
    label: Block | None = None
    nodes: list[str] = field(default_factory=list)
    clusters: list[Cluster] = field(default_factory=list)
    bounds: tuple[float, float, float, float] | None = None
    at: tuple[float, float] | None = None
    say: Callable[[float], Block] | None = None


@dataclass(slots=True)
class Graph:
    """Nodes, edges and frames, in order."""

    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    top: Cluster = field(default_factory=lambda: Cluster("", {}))
    width: float = 0
    height: float = 0

    def all_clusters(self) -> list[Cluster]:
        """All frames, outer ones first."""
        out, stack = [], list(reversed(self.top.clusters))
        while stack:
            cluster = stack.pop()
            out.append(cluster)
            stack.extend(reversed(cluster.clusters))
        return out


def dot_text(graph: Graph, attrs: Attrs, font: str, placed: bool = False, backward: bool = True) -> str:
    """The graph in the DOT language; `placed` pins everything where it has been placed, `backward` has ways back."""
    out = graphviz.Digraph("G", graph_attr=dict(attrs))
    out.attr("graph", fontname=font)
    out.attr("node", fontname=font, shape="plain")
    out.attr("edge", fontname=font, arrowsize="0.6", color="#333333", penwidth="0.8")

    def emit(into: graphviz.Digraph, cluster: Cluster) -> None:
        for name in cluster.nodes:
            node = graph.nodes[name]
            more = {"pos": f"{node.box[0]:.2f},{node.box[1]:.2f}"} if placed and node.box else {}
            into.node(name, label=node.label, **{**node.attrs, **more})
        for inner in cluster.clusters:
            with into.subgraph(name=f"cluster_{inner.name}") as sub:
                own = dict(inner.attrs)
                if inner.label is not None:
                    own["label"] = inner.label.html
                if placed and inner.bounds:
                    own["bb"] = ",".join(f"{v:.2f}" for v in inner.bounds)
                    if inner.at:
                        own["lp"] = f"{inner.at[0]:.2f},{inner.at[1]:.2f}"
                sub.attr("graph", **own)
                emit(sub, inner)

    emit(out, graph.top)
    for edge in graph.edges:
        if edge.within and not backward:
            continue
        own = dict(edge.attrs)
        if edge.label is not None:
            own["label"] = edge.label.html
        if placed:
            own["pos"] = edge.pos
            if edge.at:
                own["lp"] = f"{edge.at[0]:.2f},{edge.at[1]:.2f}"
        out.edge(edge.tail, edge.head, **own)
    return str(out.source)
