"""Pages of paper: placed graphs, and how they become SVG, PDF, PNG."""

from __future__ import annotations

import io
import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import escape as xml_escape

from .engine import Engine, need_fonts
from .errors import DrawingError
from .geometry import give_way
from .graph import Cluster, Edge, Graph, Node, dot_text
from .labels import Block

MM = 72 / 25.4
A4, A3 = (210 * MM, 297 * MM), (297 * MM, 420 * MM)
MARGIN = 30.0
INTO = 9.0
"""How far from the end of a box the way back of a loop joins it."""
LEAST_LABEL = 20.0
"""Labels of frames are not made narrower than this."""


@dataclass(slots=True)
class Page:
    """One sheet, in points, origin at the lower left."""

    width: float
    height: float
    graph: Graph = field(default_factory=Graph)

    def put(self, block: Block, left: float, top: float, name: str, **attrs: str) -> None:
        """A block of text with its upper left corner at a place; y counts from the top of the page."""
        width, height = math.ceil(block.width), block.height
        box = (left + width / 2, self.height - top - height / 2, width, height)
        self.graph.nodes[name] = Node(name, block.html, {"shape": "plain", **attrs}, block, box)
        self.graph.top.nodes.append(name)

    def rule(self, left: float, right: float, y: float, name: str, colour: str = "#b8b8b8") -> None:
        """A thin level line; y counts from the top."""
        x0, y0, x1, y1 = left, y, right, y
        ends = [self._point(f"{name} {i}", x, y) for i, (x, y) in enumerate(((x0, y0), (x1, y1)))]
        self.line([(x0, y0), (x1, y1)], ends[0], ends[1], None, None, color=colour, arrowhead="none", penwidth="0.6")

    def line(self, points: Sequence[tuple[float, float]], tail: str, head: str, label: Block | None = None,
             at: tuple[float, float] | None = None, **attrs: str) -> None:  # fmt: skip
        """A line through points (y from the top), with an arrowhead unless told otherwise."""
        flat = [(x, self.height - y) for x, y in points]
        pos = curve(flat, attrs.get("arrowhead") != "none")
        where = (at[0], self.height - at[1]) if at else None
        self.graph.edges.append(Edge(tail, head, dict(attrs), label, pos=pos, at=where))

    def _point(self, name: str, x: float, y: float) -> str:
        point = {"shape": "point", "width": "0", "height": "0", "style": "invis"}
        self.graph.nodes[name] = Node(name, "", point, None, (x, self.height - y, 0, 0))
        self.graph.top.nodes.append(name)
        return name

    def insert(self, graph: Graph, left: float, top: float, prefix: str = "") -> None:
        """A graph that has been laid out, its upper left corner at a place."""
        dx, dy = left, self.height - top - graph.height
        new = {name: f"{prefix}{name}" for name in graph.nodes}
        for name, node in graph.nodes.items():
            box = node.box or (0.0, 0.0, 0.0, 0.0)
            moved = (box[0] + dx, box[1] + dy, box[2], box[3])
            self.graph.nodes[new[name]] = Node(new[name], node.label, node.attrs, node.block, moved)
        for edge in graph.edges:
            at = (edge.at[0] + dx, edge.at[1] + dy) if edge.at else None
            self.graph.edges.append(
                Edge(new[edge.tail], new[edge.head], edge.attrs, edge.label, pos=_shift(edge.pos, dx, dy), at=at)
            )

        def copy(cluster: Cluster) -> Cluster:
            b = cluster.bounds
            bounds = (b[0] + dx, b[1] + dy, b[2] + dx, b[3] + dy) if b else None
            at = (cluster.at[0] + dx, cluster.at[1] + dy) if cluster.at else None
            inner = [copy(c) for c in cluster.clusters]
            return Cluster(
                prefix + cluster.name, cluster.attrs, cluster.label, [new[n] for n in cluster.nodes], inner, bounds, at
            )

        whole = copy(graph.top)
        self.graph.top.nodes += whole.nodes
        self.graph.top.clusters += whole.clusters


def _shift(pos: str, dx: float, dy: float) -> str:
    def move(match: re.Match[str]) -> str:
        return f"{float(match[1]) + dx:.2f},{float(match[2]) + dy:.2f}"

    return re.sub(r"(-?[\d.]+(?:e[+-]?\d+)?),(-?[\d.]+(?:e[+-]?\d+)?)", move, pos)


def lay_out(graph: Graph, engine: Engine, font: str, attrs: dict[str, str] | None = None) -> Graph:
    """Places everything in a graph by Graphviz's `dot`; returns the same graph.

    Labels of frames give way to arrows; where there is no room for one it is broken into more lines.
    """
    for _ in range(4):
        _placed(graph, engine, font, attrs)
        short = [(frame.say, frame, room) for frame, room in give_way(graph) if frame.say and room > LEAST_LABEL]
        if not short:
            break
        for say, frame, room in short:
            frame.label = say(room)
    return graph


def _placed(graph: Graph, engine: Engine, font: str, attrs: dict[str, str] | None) -> None:
    base = {"rankdir": "TB", "nodesep": "0.16", "ranksep": "0.15", "margin": "0", "pad": "0", "compound": "true"}
    data = engine.layout(dot_text(graph, {**base, **(attrs or {})}, font, backward=False))
    left, bottom, right, top = map(float, data["bb"].split(","))
    graph.width, graph.height = right - left, top - bottom
    objects: list[dict[str, Any]] = data.get("objects", [])
    clusters = {f"cluster_{c.name}": c for c in graph.all_clusters()}
    names: dict[int, str] = {}
    for thing in objects:
        name = thing["name"]
        names[thing["_gvid"]] = name
        if name in graph.nodes and "pos" in thing:
            x, y = map(float, thing["pos"].split(","))
            graph.nodes[name].box = (x - left, y - bottom, float(thing["width"]) * 72, float(thing["height"]) * 72)
        elif name in clusters and "bb" in thing:
            b = tuple(map(float, thing["bb"].split(",")))
            clusters[name].bounds = (b[0] - left, b[1] - bottom, b[2] - left, b[3] - bottom)
            clusters[name].at = _at(thing, left, bottom)
    waiting: dict[tuple[str, str], list[Edge]] = {}
    for edge in graph.edges:
        if edge.within:
            continue
        waiting.setdefault((edge.tail, edge.head), []).append(edge)
    for thing in data.get("edges", []):
        edge = waiting[names[thing["tail"]], names[thing["head"]]].pop(0)
        edge.pos = _shift(thing.get("pos", ""), -left, -bottom)
        edge.at = _at(thing, left, bottom)
    for edge in graph.edges:
        if edge.within:
            edge.pos = way_back(graph, edge, clusters[f"cluster_{edge.within}"])


def way_back(graph: Graph, edge: Edge, frame: Cluster) -> str:
    """The way back of a loop: out to the right side of its frame, up, and in again at its beginning."""
    tail, head = graph.nodes[edge.tail].box, graph.nodes[edge.head].box
    if tail is None or head is None or frame.bounds is None:
        return ""
    lane = frame.bounds[2] - 6
    # Into the upper end of its first box and out of the lower end of its last.
    y1 = head[1] + max(head[3] / 2 - INTO, 0)
    end = (head[0] + head[2] / 2, y1)
    start = (tail[0] + tail[2] / 2, tail[1] - max(tail[3] / 2 - INTO, 0))
    beside = any(
        node.box is not None
        and name != edge.tail
        and node.box[0] > tail[0]
        and abs(node.box[1] - tail[1]) < (node.box[3] + tail[3]) / 2
        for name, node in graph.nodes.items()
    )
    if beside:
        foot, x = frame.bounds[1] + 5, tail[0] + tail[2] / 4
        points = [(x, tail[1] - tail[3] / 2), (x, foot), (lane, foot), (lane, y1), end]
    else:
        y0 = start[1]
        points = [(start[0], y0), (lane, y0), (lane, y1), end]
    return curve(points, arrow=True)


def curve(points: Sequence[tuple[float, float]], arrow: bool) -> str:
    """A line through points as Graphviz writes it, with room for an arrowhead at its end."""
    flat = list(points)
    tip = ""
    if arrow:
        (ax, ay), (bx, by) = flat[-2], flat[-1]
        long = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 0.01)
        back = min(6.0, long * 0.8)
        tip = f"e,{bx:.2f},{by:.2f} "
        flat[-1] = (bx - (bx - ax) / long * back, by - (by - ay) / long * back)
    out = [flat[0]]
    for a, b in itertools.pairwise(flat):
        out += [((2 * a[0] + b[0]) / 3, (2 * a[1] + b[1]) / 3), ((a[0] + 2 * b[0]) / 3, (a[1] + 2 * b[1]) / 3), b]
    return tip + " ".join(f"{x:.2f},{y:.2f}" for x, y in out)


def _at(thing: dict[str, Any], left: float, bottom: float) -> tuple[float, float] | None:
    if not thing.get("lp"):
        return None
    x, y = map(float, thing["lp"].split(","))
    return x - left, y - bottom


# --- drawing -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Document:
    """Pages with a title and a description, ready to be drawn."""

    pages: tuple[Page, ...]
    title: str
    description: str
    lang: str
    fonts: tuple[str, ...]

    def dot(self, pages: Sequence[Page], dpi: int | None = None) -> str:
        """The pages, one below the other, as one graph in which everything is pinned."""
        width, height = max(p.width for p in pages), sum(p.height for p in pages)
        sheet = Page(width, height)
        top = 0.0
        for i, page in enumerate(pages):
            page.graph.height = page.height
            sheet.insert(page.graph, 0, top, f"p{i + 1} " if len(pages) > 1 else "")
            top += page.height
            if i + 1 < len(pages):
                sheet.rule(0, width, top, f"page {i + 1} end", "#d8d8d8")
        sheet._point("corner 0", 0, 0)
        sheet._point("corner 1", width, height)
        attrs = {"margin": "0", "pad": "0", "bgcolor": "#ffffff", "outputorder": "nodesfirst"}
        if dpi:
            attrs["dpi"] = str(dpi)
        return dot_text(sheet.graph, attrs, self.fonts[0], placed=True)

    def render(self, engine: Engine, format: str, page: int | None = None, dpi: int = 150) -> bytes:
        """The document, or one page of it (from 1), in a format of `svg`, `pdf`, `png`."""
        if page is not None and not 1 <= page <= len(self.pages):
            count = len(self.pages)
            raise DrawingError(
                "no-page", f"共 {count} 頁，無第 {page} 頁。", f"There are {count} pages, no page {page}."
            )
        chosen = self.pages if page is None else (self.pages[page - 1],)
        if format == "svg":
            return self._svg(engine, chosen)
        if format == "png":
            if sum(p.height for p in chosen) * dpi / 72 > 32_000:
                raise DrawingError(
                    "too-many-pages",
                    "頁數過多，PNG 容不下；請指定頁，或用 PDF。",
                    "Too many pages for one PNG: ask for one page, or for PDF.",
                )
            dot = self.dot(chosen, dpi)
            need_fonts(dot)
            return engine.render(dot, "png")
        return self._pdf(engine, chosen)

    def _svg(self, engine: Engine, pages: Sequence[Page]) -> bytes:
        text = engine.render(self.dot(pages), "svg").decode()
        text = re.sub(r"<!DOCTYPE[^>]*>\s*", "", text)
        text = re.sub(r"<!--.*?-->\s*", "", text, flags=re.DOTALL)
        width, height = max(p.width for p in pages), sum(p.height for p in pages)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{width / MM:.4g}mm" height="{height / MM:.5g}mm" viewBox="0 0 {width:.2f} {height:.2f}" '
            f'role="img" xml:lang="{"zh-Hant" if self.lang == "both" else self.lang}">\n'
            f"<title>{xml_escape(self.title)}</title>\n<desc>{xml_escape(self.description)}</desc>"
        )
        text = re.sub(r"<svg\b[^>]*>", lambda _: head, text, count=1)
        text = text.replace("<title>G</title>\n", "", 1)
        # Graphviz before 3 does not ask for it, and some readers then swallow the spaces at the ends.
        text = re.sub(r"<text (?!xml:space)", '<text xml:space="preserve" ', text)
        family = ", ".join(f"'{f}'" if " " in f else f for f in self.fonts)
        text = re.sub(r'font-family="[^"]*"', f'font-family="{family}"', text)
        return text.encode()

    def _pdf(self, engine: Engine, pages: Sequence[Page]) -> bytes:
        dots = [self.dot([page]) for page in pages]
        need_fonts(dots[0])
        drawn = [engine.render(dot, "pdf") for dot in dots]
        try:
            import pypdf
        except ImportError:
            if len(drawn) == 1:
                return re.sub(rb"/CreationDate \(D:\d{14}[^)]*\)", lambda m: b" " * len(m[0]), drawn[0])
            raise DrawingError(
                "no-pypdf",
                f'此圖共 {len(drawn)} 頁，合為一 PDF 須用 pypdf：pip install "sheli[pdf]"；或指定其中一頁。',
                f"This picture has {len(drawn)} pages; one PDF of them needs pypdf: "
                'pip install "sheli[pdf]", or ask for one page.',
            ) from None
        writer = pypdf.PdfWriter()
        for data, page in zip(drawn, pages, strict=True):
            sheet = writer.add_page(pypdf.PdfReader(io.BytesIO(data)).pages[0])
            sheet.mediabox.upper_right = (round(page.width, 2), round(page.height, 2))
        writer.metadata = None
        writer.add_metadata({"/Title": self.title})
        out = io.BytesIO()
        writer.write(out)
        return out.getvalue()
