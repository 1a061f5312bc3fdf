"""From items to a graph: cards as nodes, forks and loops as edges, frames as clusters."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace

from .graph import Cluster, Edge, Graph, Node
from .labels import Block, Line, Span, Writer
from .measure import wrap
from .scene import NO_TEXT, Away, Ban, Branch, Card, Cite, Frame, Item, Parallel, Repeat, Text, walk
from .theme import FAINT, INK, RULE, SOFT

ELSE = Text("否", "else")
REST = Text("餘", "otherwise")
BOX = {"shape": "box", "margin": "0.09,0.021", "width": "0", "height": "0"}
CONTINUED = Text("續", "continued")
OR = Text("或", "or")
EITHER = Text("擇一", "either")
MEANWHILE = Text("同時", "meanwhile")


LOWERED = 2.0
"""How much lower the letters in a box stand."""

SELF_EVIDENT = ("attested", "manner", "unsaid")
"""What may stand in one box: a line of it is set lighter, or in brackets with whoever supplies it."""


def lowered(block: Block) -> Block:
    """The block with a little room above, where letters come nearer to the border than below."""
    return replace(block, lines=(Line((Span(" ", LOWERED),)), *block.lines))


def runs(items: tuple[Item, ...], kind: Callable[[Item], str]) -> list[tuple[Item, ...]]:
    """The items, with neighbours of one kind put together; what is of no kind stands alone."""
    out: list[tuple[Item, ...]] = []
    for item in items:
        if out and kind(item) and kind(out[-1][-1]) == kind(item):
            out[-1] += (item,)
        else:
            out.append((item,))
    return out


def doer(item: Item) -> str:
    """Who alone acts in a card; empty for all else."""
    if not isinstance(item, Card) or item.mark not in SELF_EVIDENT or item.crossing:
        return ""
    doers = {role.id for row in item.rows for role in row.roles}
    return doers.pop() if len(doers) == 1 else ""


def plain(item: Item) -> str:
    """Whether an item is a line of a list: one thing done, or not done, or done under a condition, after another."""
    match item:
        case Card():
            listed = item.mark in SELF_EVIDENT and not item.crossing
        case Branch(arms=(arm,), otherwise=True):
            listed = bool(arm.items) and all(map(plain, arm.items))
        case _:
            listed = isinstance(item, Ban | Repeat)
    return "plain" if listed else ""


@dataclass(frozen=True, slots=True)
class Exit:
    """Where the flow leaves a part, under which guard."""

    node: str
    guard: Text = NO_TEXT
    dashed: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Measures:
    """How wide cards are, alone and in the arms of a fork."""

    card: float = 172
    arm: float = 128
    guard: float = 74
    compact: bool = False


class Builder:
    """Builds the graph of one stretch of items."""

    def __init__(self, writer: Writer, measures: Measures, titles: dict[str, Text], prefix: str = "") -> None:
        self.writer = writer
        self.measures = measures
        self.titles = titles
        self.prefix = prefix
        self.graph = Graph()
        self._stack = [self.graph.top]
        self._count: dict[str, int] = {}
        self._clause = ""
        self._crossings: dict[str, str] = {}
        self._frames: dict[str, list[str]] = {}

    # --- pieces ------------------------------------------------------------------------------------------------------

    def _name(self, stem: str) -> str:
        self._count[stem] = self._count.get(stem, 0) + 1
        return f"{self.prefix}{stem}" + (f" {self._count[stem]}" if self._count[stem] > 1 else "")

    def node(self, stem: str, block: Block | None, **attrs: str) -> str:
        name = self._name(stem)
        label = block.html if block is not None else ""
        self.graph.nodes[name] = Node(name, label, attrs, block)
        self._stack[-1].nodes.append(name)
        self._frames[name] = [cluster.name for cluster in self._stack[1:]]
        return name

    def edge(self, tail: Exit, head: str, **attrs: str) -> None:
        style = {"style": "invis"} if tail.hidden else {"style": "dashed"} if tail.dashed else {}
        label = self.writer.guard(tail.guard, self.measures.guard) if tail.guard else None
        self.graph.edges.append(Edge(tail.node, head, {**style, **self._ends(tail.node, head), **attrs}, label))

    def _ends(self, tail: str, head: str) -> dict[str, str]:
        """An arrow ends at the border of a frame that it leads into, and begins at that of one it comes out of."""
        out, into = self._frames[tail], self._frames[head]
        shared = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(out, into, strict=False)))
        ends = {"ltail": out[shared:], "lhead": into[shared:]}
        return {end: f"cluster_{frames[0]}" for end, frames in ends.items() if frames}

    def join(self, exits: list[Exit], head: str) -> None:
        """Leads all exits to a node."""
        for exit in exits:
            self.edge(exit, head, weight="1" if exit.guard else "6")

    # --- items -------------------------------------------------------------------------------------------------------

    def items(self, items: tuple[Item, ...], exits: list[Exit], room: float | None = None) -> list[Exit]:
        """Adds a sequence; returns where the flow leaves it."""
        width = self.measures.card if room is None else room
        for run in runs(items, plain if self.measures.compact else doer):
            whole = len(run) > 1 or (self.measures.compact and bool(plain(run[0])))
            exits = self._run(run, exits, width) if whole else self._item(run[0], exits, width)
        return exits

    def _run(self, run: tuple[Item, ...], exits: list[Exit], room: float) -> list[Exit]:
        """One clause after another in one box: what one does alone, or all that follows in a straight line."""
        leaves = [item for item in walk(run) if isinstance(item, Card | Repeat | Ban)]
        if self.measures.compact:
            block, look = self.writer.stack(run, room), self._frame_look(SOFT)
        else:
            cards = [item for item in leaves if isinstance(item, Card)]
            block = lowered(self.writer.run(cards, room, self._clause))
            look = self.look(next((card for card in cards if card.mark == "attested"), cards[0]))
        name = self.node(leaves[0].cite.clause, block, **look)
        self._clause = leaves[-1].cite.clause
        self.join(exits, name)
        return [Exit(name)]

    def _frame_look(self, ink: str) -> dict[str, str]:
        return {**BOX, "margin": "0.04,0.03", "color": ink, "penwidth": "0.8"}

    def _item(self, item: Item, exits: list[Exit], room: float) -> list[Exit]:
        match item:
            case Card() | Repeat() | Ban() | Away():
                return self._leaf(item, exits, room)
            case Frame():
                return self._frame(item, exits, room)
            case Branch():
                return self._branch(item, exits, room)
            case Parallel():
                return self._parallel(item, exits, room)

    def block(self, item: Card | Repeat | Ban | Away, room: float, titled: bool = True) -> Block:
        """The label of a leaf."""
        match item:
            case Card():
                return self.writer.card(item, room, titled)
            case Repeat():
                return self.writer.repeat(item, room)
            case Ban():
                return self.writer.ban(item, room)
        return self.writer.away(item, room, self.titles)

    def height(self, item: Item, room: float) -> float:
        """How high a leaf will be with the arrow to it, about; less where it will stand in one box with others."""
        if self.measures.compact and plain(item):
            return self.writer.stack((item,), room).height
        if isinstance(item, Card) and doer(item):
            return self.writer.run((item,), room).height + 6
        assert isinstance(item, Card | Repeat | Ban | Away)
        return self.block(item, room).height + 20

    def _leaf(self, item: Card | Repeat | Ban | Away, exits: list[Exit], room: float) -> list[Exit]:
        if isinstance(item, Away):
            name = self.node("away", lowered(self.block(item, room)), shape="plain")
        else:
            titled = item.cite.clause != self._clause
            self._clause = item.cite.clause
            name = self.node(item.cite.clause, lowered(self.block(item, room, titled)), **self.look(item))
            if isinstance(item, Card) and item.crossing:
                self._cross(item.crossing, name)
        self.join(exits, name)
        return [Exit(name)]

    def look(self, item: Card | Repeat | Ban) -> dict[str, str]:
        """The border and ground of a leaf: solid, dashed (unsaid), dotted (editorial) or light (manner)."""
        base = BOX
        theme = self.writer.theme
        if isinstance(item, Repeat):
            return {
                **base,
                "shape": "box",
                "peripheries": "2",
                "style": "filled",
                "fillcolor": theme.panel,
                "color": INK,
            }
        if isinstance(item, Ban):
            return {**base, "style": "filled", "fillcolor": theme.paper, "color": FAINT}
        roles = list(dict.fromkeys(role.key for row in item.rows for role in row.roles))
        ink = theme.ink(roles[0]) if len(roles) == 1 else SOFT
        tint = theme.tint(roles[0]) if len(roles) == 1 else theme.paper
        line = {"unsaid": "dashed", "editorial": "dotted"}.get(item.mark, "solid")
        if item.mark == "manner":
            return {**base, "style": "rounded,filled", "fillcolor": theme.paper, "color": RULE, "penwidth": "0.6"}
        ground = tint if item.mark == "attested" else theme.paper
        return {**base, "style": f"rounded,filled,{line}", "fillcolor": ground, "color": ink, "penwidth": "1"}

    def _cross(self, key: str, name: str) -> None:
        """The two halves of a rendezvous are joined by a double arrow where they stand side by side."""
        other = self._crossings.setdefault(key, name)
        apart = next((a for a, b in zip(self._frames[other], self._frames[name], strict=False) if a != b), "")
        if apart.rpartition("/")[2].startswith("side"):
            both_ways = {"dir": "both", "arrowhead": "vee", "arrowtail": "vee", "constraint": "false"}
            self.graph.edges.append(Edge(other, name, {**both_ways, "style": "dashed"}))

    def _fork(self, exits: list[Exit]) -> str:
        name = self.node(
            "fork", None, shape="diamond", width="0.13", height="0.13", style="filled", fillcolor=INK, color=INK
        )
        self.join(exits, name)
        return name

    def _choice(self, exits: list[Exit]) -> str:
        """Where one may go either way, as one likes: the word instead of a point."""
        said = Line((Span(self.writer.plain(EITHER, " "), self.writer.sizes.small, SOFT),), align="CENTER")
        name = self.node("fork", lowered(Block((said,))), shape="plain")
        self.join(exits, name)
        return name

    def _option(self, item: Branch, exits: list[Exit], room: float) -> list[Exit]:
        """Something done only under a condition: a frame that says so."""
        arm = item.arms[0]
        label = Text(f"若 [{arm.guard.zh}]", f"if [{arm.guard.en}]")
        if item.rest:
            label = Text(f"{label.zh}，{item.rest.zh}則否", f"{label.en}; not if {item.rest.en}")
        self._open("option", label, "dashed")
        out = self.items(arm.items, exits, room)
        self._close()
        self._clause = ""
        return out

    def _branch(self, item: Branch, exits: list[Exit], room: float) -> list[Exit]:
        if len(item.arms) == 1 and item.otherwise:
            return self._option(item, exits, room)
        start = len(exits) != 1 or bool(exits[0].guard) or exits[0].hidden
        start = start or exits[0].node.rpartition("/")[2].startswith("away")
        node = self._choice(exits) if item.free else self._fork(exits) if start else exits[0].node
        out: list[Exit] = []
        narrow = room if len(item.arms) == 1 else min(room, self.measures.arm)
        clause = self._clause
        for arm in item.arms:
            self._clause = clause
            out += self.items(arm.items, [Exit(node, arm.guard)], narrow)
        self._clause = ""
        if item.otherwise:
            out.append(Exit(node, item.rest or (ELSE if len(item.arms) == 1 else REST)))
        return out

    def _parallel(self, item: Parallel, exits: list[Exit], room: float) -> list[Exit]:
        bar = {"shape": "box", "style": "filled", "fillcolor": INK, "color": INK, "height": "0.03", "fixedsize": "true"}
        width = f"{self.measures.arm * len(item.arms) / 90:.2f}"
        fork = self.node("together", None, width=width, **bar)
        self.join(exits, fork)
        out: list[Exit] = []
        for arm in item.arms:
            heading = arm.guard if arm.guard else NO_TEXT
            self._clause = ""
            self._open("side", heading, "dotted" if item.deadline else "solid")
            out += self.items(arm.items, [Exit(fork)], min(room, self.measures.arm))
            self._close()
        joined = self.node("joined", None, width=width, **bar)
        self.join(out, joined)
        self._clause = ""
        return [Exit(joined)]

    def _between(self, word: Text, exits: list[Exit]) -> Exit:
        """A word between two ways or sides that stand one below the other, instead of an arrow."""
        size = self.writer.sizes.small
        said = Line((Span(self.writer.plain(word, " "), size, SOFT),), align="CENTER")
        name = self.node("between", Block((said,)), shape="plain")
        self.join([replace(exit, hidden=True, guard=NO_TEXT) for exit in exits], name)
        return Exit(name, hidden=True)

    # --- frames ------------------------------------------------------------------------------------------------------

    def _open(self, stem: str, label: Text, style: str) -> Cluster:
        def say(room: float) -> Block:
            size = self.writer.sizes
            if self.measures.compact:
                told = wrap(self.writer.plain(label, " "), size.small, room)
                return Block(tuple(Line((Span(t, size.small, SOFT),)) for t in told))
            return Block(tuple(self.writer.lines(label, room, size.row, size.english, SOFT, bold=True)))

        attrs = {
            "style": f"rounded,{style}",
            "color": FAINT,
            "penwidth": "0.8",
            "margin": "3" if self.measures.compact else "5",
            "labeljust": "l",
            "label": "",
        }
        first = say(self.measures.card)
        cluster = Cluster(self._name(stem), attrs, first if first.lines else None, say=say)
        self._stack[-1].clusters.append(cluster)
        self._stack.append(cluster)
        return cluster

    def _close(self) -> None:
        self._stack.pop()

    def _frame(self, item: Frame, exits: list[Exit], room: float) -> list[Exit]:
        label = item.label
        if item.part in ("middle", "last"):
            label = Text(f"{label.zh}（{CONTINUED.zh}）", f"{label.en} ({CONTINUED.en})")
        self._clause = ""
        if item.after and item.part in ("whole", "first"):
            exits = [self._between(OR if item.after == "or" else MEANWHILE, exits)]
        frame = self._open("frame", label, "solid" if item.kind == "loop" else "dashed")
        if item.kind == "loop" and item.part == "whole":
            frame.attrs["margin"] = "11"
        before = len(self.graph.nodes)
        if _forks(item.items[0]) and item.kind == "loop" and item.part in ("whole", "first"):
            exits = [Exit(self._fork(exits))]
        out = self.items(item.items, exits, room)
        first = list(self.graph.nodes)[before]
        if item.kind == "loop" and item.part == "whole":
            for exit in out:
                self.edge(replace(exit, guard=NO_TEXT, dashed=True), first, weight="0")
                self.graph.edges[-1].within = frame.name
        elif item.kind == "loop" and item.part == "last":
            begun = item.cites[0] if item.cites else Cite("", "")
            size = self.writer.sizes.small
            back = self.writer.plain(Text(f"復自 {begun.number} {begun.phrase}", f"again from {begun.number}"), " / ")
            told = tuple(Line((Span(t, size, SOFT),)) for t in wrap(f"→ {back}", size, self.measures.card))
            stub = self.node("again", lowered(Block(told)), shape="plain")
            for exit in out:
                self.edge(replace(exit, dashed=True), stub, weight="0")
            # What follows stands below the stub, not beside it.
            out.append(Exit(stub, hidden=True))
        self._close()
        return out


def _forks(item: Item) -> bool:
    """Whether a thing has no single first card, so that a way back needs a point to lead to."""
    match item:
        case Branch() | Parallel():
            return True
        case Frame():
            return _forks(item.items[0])
    return False
