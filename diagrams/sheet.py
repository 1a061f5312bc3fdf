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
    ("dashed", INK, Text("文省，注家補", "unsaid, supplied")),
    ("thin", RULE, Text("儀，可略", "manner")),
    ("dotted", INK, Text("編者補", "editorial")),
)


KEY = Text("虛箭復行，⇄ 相交，〔 〕補，[ ] 條件", "dashed arrow: again; ⇄ crossing; [ ] if or supplied")


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
            second = Span("   " + title.en, sizes.title * 0.72, SOFT)
            spans.append(second if spans else Span(title.en, sizes.title, INK))
        block = Block((Line(tuple(spans)),), min(sum(s.width for s in spans) * 1.03 + 8, self.inner))
        page.put(block, MARGIN, top, "heading")
        top += block.height
        if writer.plain(under):
            line = Block((Line((Span(writer.plain(under), sizes.row, SOFT),)),), self.inner)
            page.put(line, MARGIN, top, "under heading")
            top += line.height
        page.rule(MARGIN, self.size[0] - MARGIN, top + 4, "heading rule")
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
        return len(self.legend_rows(roles)) * 13 + (len(self._style_rows()) * 15 + 5 if styles else 2)

    def legend(self, page: Page, roles: tuple[Role, ...], styles: bool = True) -> None:
        """The legend, above the foot."""
        top = self.size[1] - MARGIN + 2 - self.legend_height(roles, styles)
        page.rule(MARGIN, self.size[0] - MARGIN, top - 4, "legend rule")
        for r, row in enumerate(self.legend_rows(roles)):
            left = MARGIN
            for c, entry in enumerate(row):
                block = Block((Line(entry),))
                page.put(block, left, top, f"legend {r} {c}")
                left += block.width + 16
            top += 13
        if styles:
            self._styles(page, top + 3)

    def _style_rows(self) -> list[list[tuple[str, str, str, float]]]:
        """Kinds of line with their names and widths, in rows as wide as the page; the last kind is words alone."""
        size = self.writer.sizes.small
        rows: list[list[tuple[str, str, str, float]]] = [[]]
        used = 0.0
        entries = [*STYLES, ("", INK, KEY)]
        for style, ink, text in entries:
            words = self.writer.plain(text, " ")
            wide = width(words, size) + (26 if style else 0) + 12
            if rows[-1] and used + wide > self.inner:
                rows.append([])
                used = 0.0
            rows[-1].append((style, ink, words, wide))
            used += wide
        return rows

    def _styles(self, page: Page, top: float) -> None:
        size = self.writer.sizes.small
        for row in self._style_rows():
            left = MARGIN
            for style, ink, words, wide in row:
                name, shift = f"style {style}", 26 if style else 0
                if style:
                    line = "solid" if style == "thin" else style
                    attrs = {
                        "shape": "box",
                        "style": f"rounded,{line}",
                        "color": ink,
                        "width": "0.3056",
                        "height": "0.1528",
                    }
                    attrs |= {"penwidth": "0.6" if style == "thin" else "1", "fixedsize": "true"}
                    box = (left + 11, page.height - top - 5, 22, 11)
                    page.graph.nodes[name] = Node(name, "", attrs, None, box)
                    page.graph.top.nodes.append(name)
                page.put(Block((Line((Span(words, size, SOFT),)),)), left + shift, top, f"{name} text")
                left += wide
            top += 15
