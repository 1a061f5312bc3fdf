"""What every page has around its picture: heading, legend, line styles, foot."""

from __future__ import annotations

from dataclasses import dataclass

from .graph import Node
from .labels import Block, Line, Span, Writer
from .measure import width
from .page import MARGIN, Page
from .scene import Role, Scene, Text
from .theme import FAINT, INK, RULE, SOFT

STYLES = (
    ("solid", INK, Text("經文", "in the text")),
    ("dashed", INK, Text("文省，注家補", "unsaid, supplied by a commentator")),
    ("thin", RULE, Text("儀，可略", "manner, may be left out")),
    ("dotted", INK, Text("編者補", "supplied by the editors")),
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A kind of paper and what stands around the picture on it."""

    scene: Scene
    writer: Writer
    size: tuple[float, float]

    @property
    def inner(self) -> float:
        """Width between the margins."""
        return self.size[0] - 2 * MARGIN

    def new(self, title: Text, under: Text, number: int = 1, count: int = 1) -> tuple[Page, float]:
        """A page with its heading; also where the picture may begin, from the top."""
        page = Page(*self.size)
        writer, sizes = self.writer, self.writer.sizes
        top = MARGIN - 6
        spans: list[Span] = []
        if writer.chinese:
            spans.append(Span(writer.zh(title.zh), sizes.title, INK, True))
        if writer.english:
            spans.append(Span(("   " if spans else "") + title.en, sizes.title * (0.72 if writer.chinese else 1), INK if not spans else SOFT))
        block = Block((Line(tuple(spans)),), min(sum(s.width for s in spans) * 1.03 + 8, self.inner))
        page.put(block, MARGIN, top, "heading")
        top += block.height
        if writer.plain(under):
            line = Block((Line((Span(writer.plain(under), sizes.row, SOFT),)),), self.inner)
            page.put(line, MARGIN, top, "under heading")
            top += line.height
        page.rule(MARGIN, top + 4, self.size[0] - MARGIN, top + 4, "heading rule")
        self._foot(page, number, count)
        return page, top + 12

    def _foot(self, page: Page, number: int, count: int) -> None:
        writer, size = self.writer, self.writer.sizes.small
        scene = self.scene
        text = writer.plain(Text(f"{scene.source}　{scene.profile.zh}", f"{scene.title.en}, {scene.profile.en}"), "   ")
        right = f"{number} / {count}" if count > 1 else ""
        line = Line((Span(text, size, FAINT),), (Span(right, size, FAINT),) if right else ())
        block = Block((line,), self.inner)
        page.put(block, MARGIN, self.size[1] - MARGIN + 8, "foot")

    def legend_rows(self, roles: tuple[Role, ...]) -> list[list[tuple[Span, ...]]]:
        """Roles with their signs, in rows as wide as the page."""
        size = self.writer.sizes.small + 0.6
        rows: list[list[tuple[Span, ...]]] = [[]]
        used = 0.0
        for role in roles:
            ink = self.writer.theme.ink(role.key)
            name = self.writer.plain(role.name, " ")
            entry = (Span(self.writer.theme.sign(role.key), size, ink), Span(" " + name, size, ink))
            wide = sum(s.width for s in entry) + 16
            if used + wide > self.inner and rows[-1]:
                rows.append([])
                used = 0
            rows[-1].append(entry)
            used += wide
        return rows

    def legend_height(self, roles: tuple[Role, ...], styles: bool = True) -> float:
        """How much of the foot of a page the legend takes."""
        return len(self.legend_rows(roles)) * 13 + (20 if styles else 2)

    def legend(self, page: Page, roles: tuple[Role, ...], styles: bool = True) -> None:
        """The legend, above the foot."""
        top = self.size[1] - MARGIN + 2 - self.legend_height(roles, styles)
        page.rule(MARGIN, top - 4, self.size[0] - MARGIN, top - 4, "legend rule")
        for r, row in enumerate(self.legend_rows(roles)):
            left = MARGIN
            for c, entry in enumerate(row):
                block = Block((Line(entry),))
                page.put(block, left, top, f"legend {r} {c}")
                left += block.width + 16
            top += 13
        if styles:
            self._styles(page, top + 2)

    def _styles(self, page: Page, top: float) -> None:
        size = self.writer.sizes.small
        left = MARGIN
        entries = [(style, ink, self.writer.plain(text, " ")) for style, ink, text in STYLES]
        for style, ink, text in entries:
            line = {"thin": "solid"}.get(style, style)
            attrs = {"shape": "box", "style": f"rounded,{line}", "color": ink, "penwidth": "0.6" if style == "thin" else "1"}
            name = f"style {style}"
            box = (left + 11, page.height - top - 6, 22, 11)
            page.graph.nodes[name] = Node(name, "", {**attrs, "width": "0.3056", "height": "0.1528", "fixedsize": "true"}, None, box)
            page.graph.top.nodes.append(name)
            block = Block((Line((Span(text, size, SOFT),)),))
            page.put(block, left + 26, top, f"{name} text")
            left += 26 + block.width + 14
        arrows = self.writer.plain(Text("虛箭：復行　[ ]：條件", "dashed arrow: again   [ ]: condition"), "  ")
        if left + width(arrows, size) <= self.size[0] - MARGIN:
            page.put(Block((Line((Span(arrows, size, SOFT),)),)), left, top, "style arrows")
