"""The cheapest way to make a script agree with a rite.

A search over (how far the script is read, situation of the rite): lines that agree are
free, every other way forward is an edit with a cost (`fsm.costs`), and the cheapest is
looked at first.  The order of the searches:

1. A short script is searched whole, exactly.
2. A long one, or one too tangled for that, is searched in stretches, each settled once
   `SETTLED` lines have agreed since the last edit.
3. Where those find many mistakes, one that explains them all is looked for.  Where they
   find few, or give up, the whole script is looked at once more for a story as cheap or
   cheaper: exactly, unless that was done, then with long runs of missing and extra acts
   put last (and so no longer exactly).

If nothing leads on it gives up and says where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import Literal, NamedTuple

from fsm.actions import Item
from fsm.costs import COSTS, Costs
from fsm.matching import Matcher, Pattern
from fsm.situation import Move, Situation

SHORT = 80
"""Scripts of so many lines are searched whole before anything else."""
EXACT_LIMIT = 3_000
WHOLE_LIMIT = 9_000
STRETCH_LIMIT = 1_500
"""How many nodes are looked at, besides those for lines that agree (`EACH_LINE`)."""
EACH_LINE = 12
SETTLED = (12, 5, 2)
"""How many lines must agree before a stretch is settled; the smaller numbers where it is too tangled."""
NEAR = 6
"""As a last resort a stretch is searched anew from so many edges before the fault, all before taken as right."""
FEW = 6
"""So many mistakes, found in stretches, are looked at once more over the whole script."""
NEVER = 10**9
MANY = 7
"""After so many acts of the rite are dropped at the end of a script, a further one is no dearer than another line."""
REACH = 60
"""How many lines away an act may be moved."""

EditKind = Literal[
    "match", "detail", "actor", "replaced", "outcome", "unknown", "missing", "extra", "unknown_extra",
    "forward", "put_off", "put_back", "skipped", "unfinished", "passage",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Edge:
    """One step of an alignment.

    line: index of the script's item it concerns (-1 for none); before: index of the item before which it
    stands; situation: where it was taken; move: the act of the rite, if any; fields: details that differ.
    """

    kind: EditKind
    line: int
    before: int
    situation: Situation
    move: Move | None = None
    fields: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()


AGREES: tuple[EditKind, ...] = ("match", "passage", "skipped")
"""What is no edit: a line that agrees, or one that was moved and is passed over where it stood."""

Mode = Literal["", "missing", "extra", "finished"] | int
"""What the last edit was, where it may be prolonged; a number: so many of the lines at the end are dropped."""
Pending = tuple[Literal["taken", "kept"], int] | None
"""One act on the move: line `taken` early and to be skipped when reached, or `kept` for later."""


class Position(NamedTuple):
    """How far a script is read: all items before `start`, and of the group there those in `done` (bits)."""

    start: int
    done: int = 0

    @property
    def read(self) -> int:
        """How many items are read."""
        return self.start + self.done.bit_count()


@dataclass(eq=False, slots=True)
class Node:
    """A point of the search."""

    position: Position
    situation: Situation
    mode: Mode
    pending: Pending
    cost: int
    settled: int
    edited: bool
    parent: Node | None
    edge: Edge | None

    @property
    def key(self) -> tuple[Position, int, Mode, Pending]:
        return self.position, id(self.situation), self.mode, self.pending

    def path(self) -> list[Edge]:
        """The edges from the start of the search to here."""
        out: list[Edge] = []
        node: Node | None = self
        while node is not None and node.edge is not None:
            out.append(node.edge)
            node = node.parent
        return out[::-1]

    def afresh(self) -> Node:
        """The same point as the beginning of another stretch."""
        return replace(self, settled=0, edited=False)

    def before(self, edges: int) -> Node:
        """The node so many edges back, or the first."""
        node = self
        for _ in range(edges):
            if node.parent is None:
                break
            node = node.parent
        return node


class _Search:
    """What a search still has to look at, and what it has seen."""

    def __init__(self) -> None:
        self.heap: list[tuple[int, int, int, int, Node]] = []
        self.looked = 0
        self._count = 0
        self._best: dict[tuple[Position, int, Mode, Pending], int] = {}
        self._waiting: dict[tuple[Position, int, Mode, Pending], int] = {}

    def push(self, node: Node) -> None:
        """Puts a node in line, unless one as cheap waits there already."""
        if self._waiting.get(node.key, node.cost + 1) > node.cost:
            self._waiting[node.key] = node.cost
            self._line_up(node.cost, -node.position.read, -1, node)

    def put_off(self, node: Node, floor: int, back: int, stage: int) -> None:
        """Puts the next kind of edits of a node in line, at the least they can cost."""
        self._line_up(floor, back, stage, node)

    def _line_up(self, cost: int, back: int, stage: int, node: Node) -> None:
        self._count += 1
        heappush(self.heap, (cost, back, self._count, stage, node))

    def first_seen(self, node: Node, cost: int) -> bool:
        """Whether a node is reached for the first time, and so most cheaply."""
        if self._best.get(node.key, cost + 1) <= cost:
            return False
        self._best[node.key] = cost
        return True


@dataclass(frozen=True, slots=True)
class Alignment:
    """The result: the edges in order, the cost, and where the search gave up, if it did: the item, the situation."""

    edges: tuple[Edge, ...]
    cost: int
    gave_up_at: int | None = None
    situation: Situation | None = None

    @property
    def unfinished(self) -> bool:
        """Whether the script stops before the rite is at an end."""
        return bool(self.edges) and self.edges[-1].kind == "unfinished"


def _alignment(node: Node) -> Alignment:
    return Alignment(tuple(node.path()), node.cost)


class _Calm:
    """The cheapest ways a search has met after which so many lines agree, for each of some numbers of lines.

    The first met need not be the cheapest: where runs are prolonged last, a cheap long run comes late.
    """

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers
        self.layers: dict[int, list[Node]] = {}

    def meet(self, node: Node, lines: int) -> None:
        """A node after so many lines that agree; beside the cheapest, all as cheap that have read as far."""
        for number in self.numbers:
            if lines >= number:
                layer = self.layers.get(number)
                if not layer or node.cost < layer[0].cost:
                    self.layers[number] = [node]
                elif (node.cost, node.position) == (layer[0].cost, layer[0].position):
                    layer.append(node)

    @property
    def enough(self) -> bool:
        return self.numbers[0] in self.layers

    def best(self) -> list[Node]:
        return next((self.layers[number] for number in self.numbers if number in self.layers), [])


STAGES: tuple[str, ...] = ("unknown", "detail", "actor", "missing", "moved", "replaced", "outcome")
"""Kinds of edits in the order of their costs, tried only when nothing cheaper is left."""

IN_A_RUN: tuple[str, ...] = ("missing", *(stage for stage in STAGES if stage != "missing"))
"""The same within a run of missing or extra acts, where one more costs least of all."""


class Aligner:
    """Aligns one script with one rite."""

    def __init__(
        self,
        matcher: Matcher,
        items: Sequence[Item],
        partial: bool = False,
        costs: Costs = COSTS,
        exact_limit: int = EXACT_LIMIT,
        whole_limit: int = WHOLE_LIMIT,
        stretch_limit: int = STRETCH_LIMIT,
    ) -> None:
        self.matcher = matcher
        self.items = items
        self.partial = partial
        self.costs = costs
        self.exact_limit = exact_limit
        self.whole_limit = whole_limit
        self.stretch_limit = stretch_limit
        self.patterns: list[Pattern] = [matcher.pattern(item.action) for item in items]
        self._group_end = _group_ends(items)
        self._stage_costs = [
            costs.unknown, costs.detail, costs.actor, min(costs.missing, costs.extra), costs.moved, costs.replaced,
            costs.outcome,
        ]  # fmt: skip

    def align(self, start: Situation) -> Alignment:
        """The cheapest alignment, exact where the search is small enough."""
        front = [Node(self._advanced(Position(0)), start, "", None, 0, 0, False, None, None)]
        short = len(self.items) <= SHORT
        if short and (found := self._exactly(front)):
            return _alignment(found)
        settled = self._in_stretches(front)
        looking, most = self, NEVER if settled.gave_up_at is not None else settled.cost
        if settled.unfinished:
            # That it stops early costs every story the same, and is no reason to look at fewer of them.
            looking, most = copy(self), most - self.costs.unfinished
            looking.partial = True
        found = looking._once_more(front, most, exactly=not short)
        if found is None:
            return settled
        return _alignment(found if self._complete(found) else self._unfinished(found))

    def agreeing(self, start: Situation) -> int:
        """How many of the items agree by themselves from the beginning; one more if it may end after the last."""
        search, most = _Search(), 0
        front = [Node(self._advanced(Position(0)), start, "", None, 0, 0, False, None, None)]
        while front:
            node = front.pop()
            most = max(most, node.position.read + self._complete(node))
            front += (child for child in self._agreeing(node) if search.first_seen(child, 0))
        return most

    def _once_more(self, front: list[Node], most: int, exactly: bool) -> Node | None:
        """Another story of the whole script, as cheap as the one found in stretches or cheaper."""
        if FEW * self.costs.missing < most < NEVER:
            # One mistake may explain them all: an outcome reported wrongly, far before what hangs on it.
            return self._first(front, most=self.costs.outcome)
        # Of few mistakes the whole script may tell a better story than its stretches do.
        return (self._exactly(front, most) if exactly else None) or self._first(front, most - 1)

    def _exactly(self, front: list[Node], most: int = NEVER) -> Node | None:
        return next(iter(self._search(front, self.exact_limit, runs_last=False, most=most)), None)

    def _first(self, front: list[Node], most: int) -> Node | None:
        return next(iter(self._search(front, self.whole_limit, runs_last=True, most=most)), None)

    def _in_stretches(self, front: list[Node]) -> Alignment:
        while True:
            found = self._search(front, self.stretch_limit, True, SETTLED)
            if not found:
                furthest = max(map(self._as_far_as_agreed, front), key=lambda node: node.position.read)
                near = furthest.before(NEAR).afresh()
                found = self._search([near], self.stretch_limit, True, SETTLED)
                # From so far back it may settle before the fault again, where no way on was found.
                found = [n for n in found if n.position.read > furthest.position.read or self._complete(n)]
                if not found:
                    gave_up = furthest.position.start
                    return Alignment(tuple(furthest.path()), furthest.cost, gave_up, furthest.situation)
            if self._complete(found[0]):
                return _alignment(found[0])
            front = [node.afresh() for node in found]

    def _as_far_as_agreed(self, node: Node) -> Node:
        while True:
            following = next(iter(self._agreeing(node)), None)
            if following is None:
                return node
            node = following

    # --- the search ------------------------------------------------------------------------------------------------

    def _search(
        self, front: list[Node], limit: int, runs_last: bool, settled: tuple[int, ...] = (), most: int = NEVER
    ) -> list[Node]:
        """The cheapest way to the end; nothing past the limit, or where it costs more than `most`.

        settled: to stop already when so many lines agree after an edit, with all that are as cheap and as far;
        past the limit the smaller numbers do, and if none has been met yet, the first that is.
        runs_last: runs of missing or extra acts are prolonged last at each point, for they are many and
        seldom what is meant; without it the search is exact.
        """
        search = _Search()
        calm = _Calm(settled)
        first = min(node.position.read for node in front)
        agreed = 0
        for node in front:
            search.push(node)
        while search.heap:
            cost, back, _, stage, node = heappop(search.heap)
            if cost > most:
                return []
            stages = IN_A_RUN if node.mode and not runs_last else STAGES
            if stage < 0:
                if not search.first_seen(node, cost):
                    continue
                if self._complete(node):
                    return [node]
                if not node.edited:
                    # As far as the script agrees by itself; an edit is worth something if it leads beyond.
                    agreed = max(agreed, node.position.read)
                elif settled and node.pending is None:
                    calm.meet(node, min(node.settled, node.position.read - agreed))
                    if calm.enough:
                        return self._beside(node, search)
                following = self._agreeing(node)
            else:
                following = self._edited(node, stages[stage], exact=not runs_last)
            search.looked += 1
            over = search.looked - EACH_LINE * max(0, agreed - first) - limit
            if over > 0 and (not settled or calm.layers or over > self.whole_limit - limit):
                return calm.best()
            for child in following:
                search.push(child)
            if stage + 1 < len(stages):
                floor = max(node.cost + self._floor(node, stages[stage + 1]), cost)
                search.put_off(node, floor, back, stage + 1)
        return calm.best()

    def _beside(self, node: Node, search: _Search) -> list[Node]:
        """The node and all others as cheap that have read as far: what they differ in only later lines decide."""
        layer = {node.situation: node}
        far = node.position.read
        while search.heap and search.heap[0][0] <= node.cost and search.looked < self.whole_limit:
            cost, _, _, stage, other = heappop(search.heap)
            if stage >= 0 or not search.first_seen(other, cost):
                continue
            search.looked += 1
            if other.position.read < far:
                for child in self._agreeing(other):
                    search.push(child)
            elif other.position == node.position and not other.pending:
                layer.setdefault(other.situation, other)
        return list(layer.values())

    def _floor(self, node: Node, stage: str) -> int:
        """The least an edit of that stage can cost here."""
        if stage == "missing" and node.mode:
            return min(self.costs.further_missing, self.costs.further_extra)
        return self._stage_costs[STAGES.index(stage)]

    def _complete(self, node: Node) -> bool:
        if node.position.start < len(self.items) or node.pending is not None:
            return False
        edge = node.edge
        if edge is not None and edge.kind == "unfinished":
            return True
        return node.situation.end is not None or (self.partial and node.mode != "extra")

    def _agreeing(self, node: Node) -> Iterator[Node]:
        """What costs nothing: lines that agree, a line taken early, a line kept for later that now fits."""
        if _dropping(node):
            return
        pending, situation = node.pending, node.situation
        for line in self._lines(node.position):
            if pending == ("taken", line):
                yield self._next(node, Edge("skipped", line, line, situation), situation, line, 0, pending=None)
                continue
            pattern = self.patterns[line]
            if pattern.action.unknown:
                continue
            if pattern.action.passage is not None:
                yield from self._passage(node, line)
                continue
            for move in self.matcher.exact(pattern, situation):
                late = self.costs.late if move.late else 0
                yield self._next(node, Edge("match", line, line, situation, move), move.target, line, late)
        if pending is not None and pending[0] == "kept":
            for move in self.matcher.exact(self.patterns[pending[1]], situation):
                edge = Edge("put_back", pending[1], self._here(node), situation, move)
                yield self._next(node, edge, move.target, None, 0, pending=None)

    def _passage(self, node: Node, line: int) -> Iterator[Node]:
        from fsm.passages import performances

        for moves in performances(self.matcher, self.patterns[line].action, node.situation):
            edge = Edge("passage", line, line, node.situation, moves[-1], moves=tuple(moves))
            yield self._next(node, edge, moves[-1].target, line, 0)

    def _edited(self, node: Node, stage: str, exact: bool) -> Iterator[Node]:
        """What costs something, one kind of edit at a time."""
        if _dropping(node):
            if stage == "missing":
                yield from self._dropped(node)
            return
        lines = [line for line in self._lines(node.position) if node.pending != ("taken", line)]
        match stage:
            case "unknown":
                for line in lines:
                    if self.patterns[line].action.unknown:
                        yield from self._understood(node, line)
            case "detail" | "outcome":
                for line in lines:
                    yield from self._other_detail(node, line, outcome=stage == "outcome")
            case "actor":
                for line in lines:
                    yield from self._other_actor(node, line)
            case "missing":
                yield from self._left_out_or_extra(node, lines, exact)
            case "moved":
                yield from self._moved(node, lines)
            case "replaced":
                for line in lines:
                    yield from self._replaced(node, line)

    def _understood(self, node: Node, line: int) -> Iterator[Node]:
        """A line with a word not understood stands for any act that agrees with what was understood."""
        pattern, situation = self.patterns[line], node.situation
        wrong = {u.field for u in pattern.action.unknown}
        for move in situation.moves:
            if "act" not in wrong and move.step.act != pattern.act:
                continue
            if "actor" not in wrong and not any(
                who in (frozenset(move.step.actors), move.step.office) for who, _ in pattern.keys
            ):
                continue
            if not self.matcher.differing(pattern, move):
                edge = Edge("unknown", line, line, situation, move)
                yield self._next(node, edge, move.target, line, self.costs.unknown)
        edge = Edge("unknown_extra", line, line, situation)
        yield self._next(node, edge, situation, line, self.costs.unknown_extra)

    def _known(self, line: int) -> bool:
        action = self.patterns[line].action
        return not action.unknown and action.passage is None

    def _other_detail(self, node: Node, line: int, outcome: bool) -> Iterator[Node]:
        if not self._known(line):
            return
        for move in self.matcher.candidates(self.patterns[line], node.situation):
            fields = self.matcher.differing(self.patterns[line], move)
            contradicted = any(f in move.outcome for f in fields)
            if not fields or contradicted != outcome:
                continue
            kind: EditKind = "outcome" if outcome else "detail"
            first = self.costs.outcome if outcome else self.costs.detail
            cost = first + self.costs.further_detail * (len(fields) - 1) + self._dispensable(line, move)
            edge = Edge(kind, line, line, node.situation, move, fields)
            yield self._next(node, edge, move.target, line, cost)

    def _other_actor(self, node: Node, line: int) -> Iterator[Node]:
        pattern = self.patterns[line]
        if not self._known(line):
            return
        named = {who for who, _ in pattern.keys}
        for move in node.situation.moves:
            if move.step.act != pattern.act or frozenset(move.step.actors) in named or move.step.office in named:
                continue
            fields = self.matcher.differing(pattern, move)
            if any(f in move.outcome for f in fields):
                continue
            cost = self.costs.actor + self.costs.further_detail * len(fields) + self._dispensable(line, move)
            edge = Edge("actor", line, line, node.situation, move, ("actor", *fields))
            yield self._next(node, edge, move.target, line, cost)

    def _replaced(self, node: Node, line: int) -> Iterator[Node]:
        pattern = self.patterns[line]
        if not self._known(line):
            return
        named = {who for who, _ in pattern.keys}
        for move in node.situation.moves:
            if move.step.act != pattern.act and (frozenset(move.step.actors) in named or move.step.office in named):
                edge = Edge("replaced", line, line, node.situation, move, ("act",))
                cost = self.costs.replaced + self._dispensable(line, move)
                yield self._next(node, edge, move.target, line, cost)

    def _dispensable(self, line: int, move: Move) -> int:
        """Added where an act of the rite, though out of place, would be corrected into one that need not be there."""
        if move.step.optional is None or not self.matcher.at_home(self.patterns[line]):
            return 0
        return self.costs.dispensable

    def _left_out_or_extra(self, node: Node, lines: list[int], exact: bool) -> Iterator[Node]:
        situation, costs = node.situation, self.costs
        for line in lines:
            if not self.patterns[line].action.unknown:
                cost = costs.further_extra if node.mode == "extra" else costs.extra
                yield self._next(node, Edge("extra", line, line, situation), situation, line, cost, mode="extra")
        if node.pending is None and node.mode != "extra" and situation.end is None:
            yield from self._dropped(node)
        if self._here(node) == len(self.items) and node.pending is None:
            if node.mode != "extra":
                yield self._unfinished(node)
            return
        cost = costs.further_missing if node.mode == "missing" else costs.missing
        for move in situation.moves:
            # An optional act is seldom to be put in: it is assumed, for nothing, where what follows comes.
            if not move.late and (exact or move.step.optional is None):
                edge = Edge("missing", -1, self._here(node), situation, move)
                yield self._next(node, edge, move.target, None, cost, mode="missing")

    def _dropped(self, node: Node) -> Iterator[Node]:
        """All that is left dropped, though the rite is not at an end; few of its own acts are dear to drop."""
        situation, costs, dropped = node.situation, self.costs, _dropping(node)
        if dropped and self._here(node) == len(self.items):
            yield self._unfinished(node)
        for line in self._lines(node.position):
            if self.patterns[line].action.unknown:
                if dropped:
                    edge = Edge("unknown_extra", line, line, situation)
                    yield self._next(node, edge, situation, line, costs.unknown_extra, mode=dropped)
                continue
            own = self.matcher.at_home(self.patterns[line])
            further = costs.further_dropped if own and dropped < MANY else costs.further_extra
            edge, now = Edge("extra", line, line, situation), min(dropped + own, MANY) if dropped else 1
            yield self._next(node, edge, situation, line, further if dropped else costs.extra, mode=now)

    def _unfinished(self, node: Node) -> Node:
        edge = Edge("unfinished", -1, len(self.items), node.situation)
        return self._next(node, edge, node.situation, None, self.costs.unfinished, mode="finished")

    def _moved(self, node: Node, lines: list[int]) -> Iterator[Node]:
        if node.pending is not None:
            return
        situation, here = node.situation, self._here(node)
        last = min(here + REACH, len(self.items))
        for line in range(here, last):
            if line in lines or node.position.done >> (line - node.position.start) & 1 or not self._known(line):
                continue
            for move in self.matcher.exact(self.patterns[line], situation):
                edge = Edge("forward", line, here, situation, move)
                yield self._next(node, edge, move.target, None, self.costs.moved, pending=("taken", line))
        for line in lines:
            if self._known(line):
                edge = Edge("put_off", line, line, situation)
                yield self._next(node, edge, situation, line, self.costs.moved, pending=("kept", line))

    # --- positions ---------------------------------------------------------------------------------------------------

    def _here(self, node: Node) -> int:
        return node.position.start

    def _lines(self, position: Position) -> list[int]:
        """The items that may be read next: one, or those of a group still to be read."""
        start = position.start
        if start >= len(self.items):
            return []
        end = self._group_end[start]
        if end == start + 1:
            return [start]
        return [i for i in range(start, end) if not position.done >> (i - start) & 1]

    def _advanced(self, position: Position) -> Position:
        start, done = position.start, position.done
        while done & 1:
            start, done = start + 1, done >> 1
        return Position(start, done)

    def _next(
        self,
        node: Node,
        edge: Edge,
        situation: Situation,
        line: int | None,
        cost: int,
        mode: Mode = "",
        pending: Pending | Literal["same"] = "same",
    ) -> Node:
        position = node.position
        if line is not None:
            position = self._advanced(Position(position.start, position.done | 1 << (line - position.start)))
        now: Pending = node.pending if pending == "same" else pending
        free = edge.kind in AGREES
        return Node(
            position,
            situation,
            mode,
            now,
            node.cost + cost,
            node.settled + 1 if free else 0,
            node.edited or not free,
            node,
            edge,
        )


def _dropping(node: Node) -> int:
    """How many acts of the rite have been dropped, if the rest of the script is being dropped."""
    return node.mode if isinstance(node.mode, int) else 0


def _group_ends(items: Sequence[Item]) -> list[int]:
    """For each item, where the group that contains it ends."""
    ends = [0] * len(items)
    end = len(items)
    for i in range(len(items) - 1, -1, -1):
        if i + 1 < len(items) and items[i].group != items[i + 1].group:
            end = i + 1
        ends[i] = end
    return ends
