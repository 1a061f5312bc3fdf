"""Two oracles written from the definitions and not from the checker's code: slow, plain, meant to be obviously right.

`Traces` enumerates what a score means as a set of traces (acts with the tests and silent acts that
come just before them) and runs each against the world: it decides acceptance of short words.

`Oracle` keeps what remains of a score as plain nested tuples, compared by value, and finds the
cheapest repair by visiting everything up to the best cost.  From the checker it takes the table of
costs, and from `fsm` otherwise only the score itself, the terms and the rules.

What a score means
    An act that may be left out is passed over just before the next act of its own branch (or at the
    join): its guards must hold then and its effects happen then.  `when` and `loop` are tested at the
    same moment.  Those who act together do so on one line, or one after the other in any order, of
    whom the last still to come may share a line.  A crossing is one event of two branches; a single
    one falls away where nothing beside it may still bring its partner.  After an overlap with a
    deadline what follows may begin, late, when all but the first branch is over.

What a repair is
    At each point the script is read up to some line, and these edits are possible: the line is read
    as an act that differs in details (`detail`), in a reported outcome (`outcome`), in the actor
    (`actor`), as another act of that actor (`replaced`), as an act with a word not understood
    (`unknown`) or as no act (`unknown_extra`); it is left out (`extra`); an act is put in (`missing`);
    a later line is taken now, or the line is kept for later (`moved`), one at a time; at the end of the
    script the rest is put in at once (`unfinished`).  Consecutive `extra` or `missing` are one mistake.
    `extra` to the very end, where the rite is not over, is dearer for each of the first acts of the rite
    among them but one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import product
from typing import Any

from fsm.actions import Action
from fsm.costs import COSTS, Costs
from fsm.rite import Rite
from fsm.score import Choice, Crossing, Loop, Named, Remark, Repeated, Score, Seq, Step, Together, When
from fsm.terms import Reg, Term, Value, evaluate, register_name, registers, substitute, variables

Node = tuple[Any, ...]
NIL: Node = ("nil",)
World = tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Event:
    """An act that may come: the world in which it comes, who does it, what remains after it.

    whole: all who have still to do it; key: the crossing it is, looking for its partner;
    alone: crossings passed over on the way because nobody was expected.
    """

    world: World
    act: int
    actors: tuple[str, ...]
    whole: bool
    rest: Node
    key: str | None = None
    late: bool = False
    alone: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Done:
    """An event performed: its details and outcome, and the state after it."""

    act: int
    actors: tuple[str, ...]
    whole: bool
    details: tuple[tuple[str, Any], ...]
    outcome: tuple[tuple[str, Value], ...]
    late: bool
    after: State


State = tuple[Node, World]


class Model:
    """The score as nested tuples, its acts numbered, and what acts require and change."""

    def __init__(self, rite: Rite) -> None:
        self.rite = rite
        self.acts: list[Step] = []
        self.guards: list[Term] = []
        self.rules = {rule.verb: rule for rule in rite.rulebook}
        self.domains = {r.name: r.domain for r in rite.schema.registers}
        self.world: World = tuple((r.name, r.initial) for r in rite.schema.registers)
        self.score = self.read(rite.score)

    def read(self, part: Score) -> Node:
        match part:
            case Step():
                self.acts.append(part)
                return ("act", len(self.acts) - 1, part.actors)
            case Seq(items) | Repeated(items):
                out = NIL
                for item in [self.read(i) for i in items][::-1]:
                    out = in_line(item, out)
                return out
            case Named(body=body):
                return self.read(body)
            case Choice(branches):
                return ("choice", *map(self.read, branches))
            case When(guard, body):
                return ("when", self.number(guard), self.read(body))
            case Loop(test, body):
                return ("loop", self.number(test), self.read(body))
            case Together((tail, main), True):
                return overlap(self.read(tail), self.read(main))
            case Together(branches):
                return beside(tuple(map(self.read, branches)))
            case Crossing(key, step, single):
                self.acts.append(step)
                return ("cross", key, len(self.acts) - 1, single)
            case Remark():
                return NIL
        raise AssertionError(part)

    def number(self, guard: Term) -> int:
        self.guards.append(guard)
        return len(self.guards) - 1

    # --- the world ---

    def holds(self, guard: int, world: World) -> bool:
        return bool(evaluate(self.guards[guard], dict(world).__getitem__))

    def details(self, act: int, world: World) -> dict[str, Any]:
        read = dict(world).__getitem__
        return {k: evaluate(v, read) if isinstance(v, Term) else v for k, v in self.acts[act].details}

    def perform(self, act: int, actors: tuple[str, ...], world: World, outcome: Mapping[str, Value]) -> World | None:
        """The world after some did their act as one, or None where a guard of one of them forbids it."""
        step, now = self.acts[act], dict(world)
        rule = self.rules.get(step.act)
        if rule is None:
            return world
        details = self.details(act, world)
        after = dict(now)
        for person in actors:
            for guard in rule.guards:
                test = substitute(guard.test, {**details, "actor": person})
                if self.speaks(test) and not evaluate(test, now.__getitem__):
                    return None
        for person in actors:
            for effect in rule.effects:
                values = {**details, **outcome, "actor": person}
                register, value = substitute(effect.register, values), substitute(effect.value, values)
                if isinstance(register, Reg) and self.speaks(register) and self.speaks(value):
                    name = register_name(register)
                    after[name] = evaluate(value, now.__getitem__)
                    assert after[name] in self.domains[name]
        return tuple(after.items())

    def speaks(self, expression: Term) -> bool:
        return not variables(expression) and all(name in self.domains for name in registers(expression))

    def assumed(self, act: int, world: World) -> World | None:
        return self.perform(act, self.acts[act].actors, world, {})

    def outcomes(self, act: int) -> list[dict[str, Value]]:
        keys = [k for k, _ in self.acts[act].outcomes]
        return [dict(zip(keys, v, strict=True)) for v in product(*(d for _, d in self.acts[act].outcomes))]


def seq(first: Node, rest: Node) -> Node:
    if first == NIL:
        return rest
    return first if rest == NIL else ("seq", first, rest)


def in_line(first: Node, rest: Node) -> Node:
    """As `seq`, where both are written one after the other: a sequence within a sequence is one sequence."""
    return in_line(first[1], in_line(first[2], rest)) if first[0] == "seq" else seq(first, rest)


def beside(branches: tuple[Node, ...]) -> Node:
    left = tuple(b for b in branches if b != NIL)
    if not left:
        return NIL
    return left[0] if len(left) == 1 else ("par", *left)


def overlap(tail: Node, main: Node) -> Node:
    return main if tail == NIL else ("overlap", tail, main)


def keys(node: Node) -> frozenset[str]:
    """Crossings that may still come."""
    match node:
        case ("cross", key, _, _):
            return frozenset({key})
        case ("act" | "waived" | "nil", *_):
            return frozenset()
        case ("when" | "loop", _, body):
            return keys(body)
        case (_, *parts):
            return frozenset().union(*map(keys, parts))
    raise AssertionError(node)


# --- acceptance and repair by what remains ---


class Oracle:
    """The cheapest repair by visiting everything."""

    def __init__(self, rite: Rite, costs: Costs = COSTS) -> None:
        self.model = Model(rite)
        self.rite = rite
        self.costs = costs
        self._done: dict[State, list[Done]] = {}
        self._over: dict[State, bool] = {}

    # --- what may come ---

    def overs(self, node: Node, world: World) -> set[tuple[World, frozenset[str]]]:
        """The worlds in which the score may be over, with the crossings that met nobody."""
        none: frozenset[str] = frozenset()
        match node:
            case ("nil",):
                return {(world, none)}
            case ("act", act, actors):
                step = self.model.acts[act]
                after = self.model.assumed(act, world) if step.optional and actors == step.actors else None
                return set() if after is None else {(after, none)}
            case ("waived", _, _):
                return {(world, none)}
            case ("seq", first, rest):
                return {(w2, a1 | a2) for w1, a1 in self.overs(first, world) for w2, a2 in self.overs(rest, w1)}
            case ("choice", *branches):
                return {end for b in branches for end in self.overs(b, world)}
            case ("when", guard, body):
                return self.overs(body, world) if self.model.holds(guard, world) else {(world, none)}
            case ("loop", test, _):
                return set() if self.model.holds(test, world) else {(world, none)}
            case ("cross", key, _, single):
                return {(world, frozenset({key}))} if single else set()
            case ("par" | "overlap", *branches):
                found = {(world, none)}
                for i, branch in enumerate(branches):
                    beside_it = frozenset().union(*(keys(b) for j, b in enumerate(branches) if j != i))
                    found = {
                        (w2, a1 | a2) for w1, a1 in found for w2, a2 in self.overs(branch, w1) if not a2 & beside_it
                    }
                return found
        raise AssertionError(node)

    def events(self, node: Node, world: World) -> list[Event]:
        """The acts that may come next."""
        match node:
            case ("nil",):
                return []
            case ("act" | "waived" as kind, act, actors):
                return self.shares(act, actors, world, kind)
            case ("cross", key, act, _):
                return [Event(world, act, self.model.acts[act].actors, True, NIL, key)]
            case ("seq", first, rest):
                out = [put(e, seq(e.rest, rest)) for e in self.events(first, world)]
                for after, alone in self.overs(first, world):
                    out += [put(e, e.rest, alone=e.alone | alone) for e in self.events(rest, after)]
                for tail, after, alone in self.lates(first, world):
                    out += [
                        put(e, beside((tail, e.rest)), alone=e.alone | alone, late=True)
                        for e in self.events(rest, after)
                    ]
                return out
            case ("choice", *branches):
                return [e for b in branches for e in self.events(b, world)]
            case ("when", guard, body):
                return self.events(body, world) if self.model.holds(guard, world) else []
            case ("loop", test, body):
                if not self.model.holds(test, world):
                    return []
                return [put(e, seq(e.rest, node)) for e in self.events(body, world)]
            case ("par", *branches):
                return self.side_by_side(tuple(branches), world, beside)
            case ("overlap", *branches):
                return self.side_by_side(tuple(branches), world, lambda both: overlap(*both))
        raise AssertionError(node)

    def shares(self, act: int, actors: tuple[str, ...], world: World, kind: str = "act") -> list[Event]:
        out = [Event(world, act, actors, True, NIL)]
        if len(actors) > 1:
            out += [Event(world, act, (p,), False, (kind, act, tuple(q for q in actors if q != p))) for p in actors]
        return out

    def side_by_side(self, branches: tuple[Node, ...], world: World, rebuilt: Any) -> list[Event]:
        out = []
        for i, branch in enumerate(branches):
            others = frozenset().union(*(keys(b) for j, b in enumerate(branches) if j != i))
            for event in self.events(branch, world):
                if event.alone & others:
                    continue
                if event.key is None or event.key not in others:
                    out.append(put(event, rebuilt((*branches[:i], event.rest, *branches[i + 1 :]))))
                    continue
                for j in range(i + 1, len(branches)):
                    for partner in self.events(branches[j], event.world):
                        if partner.key == event.key:
                            rests = list(branches)
                            rests[i], rests[j] = event.rest, partner.rest
                            rest = rebuilt(tuple(rests))
                            out += [
                                Event(
                                    s.world,
                                    s.act,
                                    s.actors,
                                    s.whole,
                                    seq(s.rest, rest),
                                    alone=event.alone | partner.alone,
                                )
                                for s in self.shares(event.act, event.actors, partner.world, "waived")
                            ]
        return out

    def lates(self, node: Node, world: World) -> list[tuple[Node, World, frozenset[str]]]:
        """Ways in which only the first branch of an overlap, the last thing in the score, is not over yet."""
        match node:
            case ("overlap", tail, main):
                return [(tail, w, alone) for w, alone in self.overs(main, world) if not alone & keys(tail)]
            case ("seq", first, rest):
                return [
                    (tail, w2, a1 | a2) for w1, a1 in self.overs(first, world) for tail, w2, a2 in self.lates(rest, w1)
                ]
        return []

    # --- states ---

    @property
    def start(self) -> State:
        return self.model.score, self.model.world

    def done(self, state: State) -> list[Done]:
        """Everything that may be done now, whole acts and shares."""
        found = self._done.get(state)
        if found is None:
            made: dict[Done, None] = {}
            for e in self.events(*state):
                if e.key is not None:
                    continue
                details = tuple(self.model.details(e.act, e.world).items())
                for outcome in self.model.outcomes(e.act):
                    after = self.model.perform(e.act, e.actors, e.world, outcome)
                    if after is not None:
                        made[
                            Done(e.act, e.actors, e.whole, details, tuple(outcome.items()), e.late, (e.rest, after))
                        ] = None
            found = self._done[state] = list(made)
        return found

    def over(self, state: State) -> bool:
        found = self._over.get(state)
        if found is None:
            found = self._over[state] = bool(self.overs(*state))
        return found

    # --- what a line means ---

    def who(self, name: str) -> list[frozenset[str] | str]:
        rite, out = self.rite, []
        if name in rite.groups:
            out.append(frozenset(rite.groups[name]))
        persons = {p for step in self.model.acts for p in step.actors}
        if name in persons:
            out.append(frozenset({name}))
        if any(step.office == name for step in self.model.acts):
            out.append(name)
        out += [frozenset({p}) for p in rite.roles.get(name, ())]
        return out or [frozenset({name})]

    def named(self, line: Action) -> set[frozenset[str] | str]:
        """Whom a line may mean."""
        out: set[frozenset[str] | str] = set()
        for meaning in product(*map(self.who, line.actors)):
            if all(isinstance(m, frozenset) for m in meaning):
                out.add(frozenset().union(*meaning))
            elif len(meaning) == 1:
                out.add(meaning[0])
        return out

    def dispensable(self, line: Action, done: Done) -> int:
        """Added where an act of the rite, out of place, is corrected into one that need not be there."""
        return self.costs.dispensable if self.model.acts[done.act].optional and self.at_home(line) else 0

    def at_home(self, line: Action) -> bool:
        """Whether a line could mean some act of the rite as it stands."""
        named = self.named(line)
        for step in self.model.acts:
            fixed = {k: v for k, v in step.details if not isinstance(v, Term)}
            by = frozenset(step.actors) in named or step.office in named
            if by and step.act == line.act and all(str(fixed.get(k, v)) == str(v) for k, v in line.details().items()):
                return True
        return False

    def is_by(self, done: Done, named: set[frozenset[str] | str]) -> bool:
        """An office names all who hold it, not a share of them."""
        step = self.model.acts[done.act]
        return frozenset(done.actors) in named or (done.actors == step.actors and step.office in named)

    def means(self, line: Action, state: State) -> list[Done]:
        """What a line may mean by actor and act: whole acts, else a share of one that several do together."""
        named = self.named(line)
        whole = [d for d in self.done(state) if d.whole and self.verb(d) == line.act and self.is_by(d, named)]
        if whole:
            return whole
        out: list[Done] = []
        for persons in named:
            if isinstance(persons, frozenset):
                out += self.one_by_one(sorted(persons), line.act, state)
        return out

    def one_by_one(self, persons: Sequence[str], verb: str, state: State, among: int | None = None) -> list[Done]:
        """The same act done by some of those who do it together, one after the other."""
        first, *others = persons
        out = []
        for done in self.done(state):
            if self.verb(done) != verb or done.actors != (first,) or (among is not None and done.act != among):
                continue
            if among is None and done.whole:
                continue
            out += [done] if not others else self.one_by_one(others, verb, done.after, done.act)
        return out

    def has_shares(self, word: Sequence[Action]) -> bool:
        """Whether some line may be meant as a share of an act that several do together."""
        return any(
            step.act == line.act and isinstance(who, frozenset) and who < frozenset(step.actors)
            for line in word
            for who in self.named(line)
            for step in self.model.acts
        )

    def verb(self, done: Done) -> str:
        return self.model.acts[done.act].act

    def differing(self, line: Action, done: Done) -> list[str]:
        expected = {**dict(done.details), **dict(done.outcome)}
        return [k for k, v in line.details().items() if k in expected and str(v) != str(expected[k])]

    # --- repair ---

    def repair(
        self, word: Sequence[Action], groups: Sequence[int] | None = None, partial: bool = False
    ) -> tuple[int, frozenset[int]]:
        """The least cost, and the numbers of findings of all repairs that cost no more."""
        groups = list(groups) if groups is not None else list(range(len(word)))
        first: Point = (0, frozenset(), self.start, "", None, 0)
        heap: list[tuple[int, int, Point]] = [(0, 0, first)]
        seen: set[Point] = set()
        best: int | None = None
        counts: set[int] = set()
        number = 0
        while heap:
            cost, _, point = heappop(heap)
            if best is not None and cost > best:
                break
            if point in seen:
                continue
            seen.add(point)
            if self.goal(point, word, partial):
                best = cost
                counts.add(point[-1])
                continue
            for more, following in self.edits(point, word, groups):
                if following not in seen:
                    number += 1
                    heappush(heap, (cost + more, number, following))
        assert best is not None
        return best, frozenset(counts)

    def goal(self, point: Point, word: Sequence[Action], partial: bool) -> bool:
        start, _, state, mode, pending, _ = point
        if start < len(word) or pending is not None:
            return False
        return mode == "finished" or (partial and mode != "extra") or self.over(state)

    def edits(self, point: Point, word: Sequence[Action], groups: Sequence[int]) -> Iterator[tuple[int, Point]]:
        start, read, state, mode, pending, count = point
        costs = self.costs

        def at(
            state: State, line: int | None = None, found: int = 1, mode: str | int = "", pending: Any = pending
        ) -> Point:
            now, done = start, read
            if line is not None:
                done = done | {line}
                while now in done:
                    done = done - {now}
                    now += 1
            return now, done, state, mode, pending, count + found

        open_lines = (
            [i for i in range(start, len(word)) if groups[i] == groups[start] and i not in read]
            if start < len(word)
            else []
        )
        if isinstance(mode, int):
            # So many of the rite’s own are dropped; less than nothing: a word not understood came between.
            many, anew = abs(mode), int(mode < 0)
            for i in open_lines:
                if word[i].unknown:
                    yield costs.unknown_extra, at(state, i, 1, -many)
                elif self.at_home(word[i]) and many < 7:
                    yield costs.further_dropped, at(state, i, anew, many + 1)
                else:
                    yield costs.further_extra, at(state, i, anew, many)
            if start == len(word):
                yield costs.unfinished, at(state, mode="finished")
            return
        if pending is not None and pending[0] == "taken" and pending[1] in open_lines:
            yield 0, at(state, pending[1], 0, pending=None)
            open_lines.remove(pending[1])
        if pending is not None and pending[0] == "kept":
            for d in self.means(word[pending[1]], state):
                if not self.differing(word[pending[1]], d):
                    yield 0, at(d.after, None, 0, pending=None)
        whole = [d for d in self.done(state) if d.whole]
        for i in open_lines:
            line = word[i]
            named = self.named(line)
            if line.unknown:
                wrong = {u.field for u in line.unknown}
                for d in whole:
                    right_act = "act" in wrong or self.verb(d) == line.act
                    right_actor = "actor" in wrong or self.is_by(d, named)
                    if right_act and right_actor and not self.differing(line, d):
                        yield costs.unknown, at(d.after, i)
                yield costs.unknown_extra, at(state, i)
                continue
            for d in self.means(line, state):
                wrong_details = self.differing(line, d)
                further = costs.further_detail * (len(wrong_details) - 1)
                if not wrong_details:
                    yield (costs.late if d.late else 0), at(d.after, i, int(d.late))
                elif any(k in dict(d.outcome) for k in wrong_details):
                    yield costs.outcome + further + self.dispensable(line, d), at(d.after, i)
                else:
                    yield costs.detail + further + self.dispensable(line, d), at(d.after, i)
            for d in whole:
                by, same = self.is_by(d, named), self.verb(d) == line.act
                wrong_details = self.differing(line, d)
                if same and not by and not any(k in dict(d.outcome) for k in wrong_details):
                    cost = costs.actor + costs.further_detail * len(wrong_details) + self.dispensable(line, d)
                    yield cost, at(d.after, i)
                elif by and not same:
                    yield costs.replaced + self.dispensable(line, d), at(d.after, i)
            if mode == "extra":
                yield costs.further_extra, at(state, i, 0, "extra")
            else:
                yield costs.extra, at(state, i, 1, "extra")
            if pending is None:
                yield costs.moved, at(state, i, pending=("kept", i))
                if mode != "extra" and not self.over(state):
                    yield costs.extra, at(state, i, 1, 1)
        if pending is None:
            for i in range(start, len(word)):
                if i in open_lines or i in read or word[i].unknown:
                    continue
                for d in self.means(word[i], state):
                    if not self.differing(word[i], d):
                        yield costs.moved, at(d.after, pending=("taken", i))
        if start == len(word) and pending is None:
            if mode != "extra":
                yield costs.unfinished, at(state, mode="finished")
            return
        for d in whole:
            if d.late:
                continue
            if mode == "missing":
                yield costs.further_missing, at(d.after, None, 0, "missing")
            else:
                yield costs.missing, at(d.after, None, 1, "missing")

    def accepts(self, word: Sequence[Action], partial: bool = False) -> bool:
        """Whether the word is a performance as it stands, late or not."""
        states = {self.start}
        for line in word:
            if line.unknown:
                return False
            states = {d.after for s in states for d in self.means(line, s) if not self.differing(line, d)}
        return any(partial or self.over(s) for s in states)


Point = tuple[int, frozenset[int], State, str | int, Any, int]


def put(event: Event, rest: Node, alone: frozenset[str] | None = None, late: bool | None = None) -> Event:
    return Event(
        event.world, event.act, event.actors, event.whole, rest, event.key,
        event.late if late is None else late, event.alone if alone is None else alone,
    )  # fmt: skip


# --- acceptance by traces ---

Before = tuple[tuple[Any, ...], ...]
"""What happens silently just before an act: ("assume", act), ("test", guard, value), ("alone", key)."""

Moment = tuple[Before, int, tuple[str, ...], str | None]
"""Silent events, then an act by some, perhaps a crossing."""

Trace = tuple[tuple[Moment, ...], Before]
"""The moments of one performance, and what happens silently at its end."""


class TooMany(Exception):
    """More traces than it is sensible to enumerate."""


class Traces:
    """All performances of a score of at most so many lines, as traces: no state, no remainder."""

    def __init__(self, rite: Rite, longest: int, most: int = 20_000) -> None:
        self.oracle = Oracle(rite)
        self.model = self.oracle.model
        self.longest = longest
        self.most = most
        self.traces = [t for t in self.of(self.model.score) if all(m[3] is None for m in t[0])]

    def of(self, node: Node) -> list[Trace]:
        match node:
            case ("nil",):
                return [((), ())]
            case ("act", act, actors):
                ways: list[Trace] = [
                    (tuple(((), act, share, None) for share in shares), ()) for shares in _partitions(actors)
                ]
                return [*ways, ((), (("assume", act),))] if self.model.acts[act].optional else ways
            case ("cross", key, act, single):
                met: Trace = (((((), act, self.model.acts[act].actors, key)),), ())
                return [met, ((), (("alone", key),))] if single else [met]
            case ("seq", first, rest):
                return self.limited(joined(a, b) for a in self.of(first) for b in self.of(rest))
            case ("choice", *branches):
                return [t for b in branches for t in self.of(b)]
            case ("when", guard, body):
                return [tested(guard, True, t) for t in self.of(body)] + [((), (("test", guard, False),))]
            case ("loop", test, body):
                over: Trace = ((), (("test", test, False),))
                rounds = [tested(test, True, t) for t in self.of(body)]
                found, latest = [over], [over]
                while latest:
                    latest = self.limited(joined(r, t) for r in rounds for t in latest)
                    found += latest
                return found
            case ("par", first, *others):
                out = self.of(first)
                for other in others:
                    more = self.of(other)
                    out = self.limited(t for a in out for b in more for t in self.shuffled(a, b))
                return out
        raise TooMany(node[0])

    def limited(self, found: Any) -> list[Trace]:
        out: dict[Trace, None] = {}
        for trace in found:
            if len(trace[0]) <= self.longest:
                out[trace] = None
            if len(out) > self.most:
                raise TooMany
        return list(out)

    def shuffled(self, a: Trace, b: Trace) -> list[Trace]:
        """All interleavings; crossings of one key coincide, and nobody is passed over who may still come."""
        (first, at_end), (second, at_end_2) = a, b
        if len(first) > self.longest or len(second) > self.longest:
            return []
        keys_a, keys_b = _keys_of(a), _keys_of(b)
        if not first and not second:
            return [((), at_end + at_end_2)] if not (_alone(at_end) & keys_b or _alone(at_end_2) & keys_a) else []
        out: list[Trace] = []
        if first and not _alone(first[0][0]) & keys_b and first[0][3] not in keys_b:
            out += [((first[0], *t), e) for t, e in self.shuffled((first[1:], at_end), b)]
        if second and not _alone(second[0][0]) & keys_a and second[0][3] not in keys_a:
            out += [((second[0], *t), e) for t, e in self.shuffled(a, (second[1:], at_end_2))]
        if first and second and first[0][3] is not None and first[0][3] == second[0][3]:
            before, act, actors, _ = first[0]
            rest = self.shuffled((first[1:], at_end), (second[1:], at_end_2))
            for shares in _begun(actors):
                meeting: list[Moment] = [((), act, share, None) for share in shares]
                meeting[0] = (before + second[0][0], act, shares[0], None)
                out += [((*meeting, *t), e) for t, e in rest]
        return [t for t in out if len(t[0]) <= self.longest]

    def accepts(self, word: Sequence[Action]) -> bool:
        """Whether some trace is this word."""
        if any(line.unknown for line in word):
            return False
        return any(self.runs(trace, list(word)) for trace in self.traces)

    def runs(self, trace: Trace, word: list[Action]) -> bool:
        return bool(self.worlds_after(*trace, word, {self.model.world}))

    def worlds_after(self, moments: tuple[Moment, ...], at_end: Before, word: list[Action], worlds: set[World]) -> bool:
        """Whether the lines can be laid along the moments; a line naming some of those who act takes one for each."""
        if not word or not moments or not worlds:
            return not word and not moments and any(self.silently(at_end, w) is not None for w in worlds)
        line, act = word[0], moments[0][1]
        if line.act != self.model.acts[act].act:
            return False
        for persons in self.oracle.named(line):
            share = moments[: len(persons)] if isinstance(persons, frozenset) else ()
            if persons in (frozenset(moments[0][2]), self.model.acts[act].office):
                taken = moments[:1]
            elif len(share) > 1 and [m[1:3] for m in share] == [(act, (p,)) for p in sorted(persons)]:
                taken = share
            else:
                continue
            if self.worlds_after(moments[len(taken) :], at_end, word[1:], self.performed(taken, line, worlds)):
                return True
        return False

    def performed(self, moments: tuple[Moment, ...], line: Action, worlds: set[World]) -> set[World]:
        for i, (before, act, actors, _) in enumerate(moments):
            after = set()
            for world in filter(None, (self.silently(before, w) for w in worlds)):
                for outcome in self.model.outcomes(act):
                    expected = {**self.model.details(act, world), **outcome}
                    agrees = all(str(expected[k]) == str(v) for k, v in line.details().items() if k in expected)
                    done = self.model.perform(act, actors, world, outcome) if agrees or i + 1 < len(moments) else None
                    if done is not None:
                        after.add(done)
            worlds = after
        return worlds

    def silently(self, events: Before, world: World) -> World | None:
        now: World | None = world
        for event in events:
            if now is None:
                return None
            if event[0] == "assume":
                now = self.model.assumed(event[1], now)
            elif event[0] == "test" and self.model.holds(event[1], now) != event[2]:
                return None
        return now


def joined(a: Trace, b: Trace) -> Trace:
    (first, at_end), (second, at_end_2) = a, b
    if not second:
        return first, at_end + at_end_2
    before, *act = second[0]
    return (*first, (at_end + before, *act), *second[1:]), at_end_2  # type: ignore[return-value]


def tested(guard: int, value: bool, trace: Trace) -> Trace:
    return joined(((), (("test", guard, value),)), trace)


def _partitions(actors: tuple[str, ...]) -> list[tuple[tuple[str, ...], ...]]:
    """All together, or one after the other in any order with the last ones together."""
    out: list[tuple[tuple[str, ...], ...]] = [(actors,)]
    for p in actors if len(actors) > 1 else ():
        out += [((p,), *more) for more in _partitions(tuple(q for q in actors if q != p))]
    return out


def _begun(actors: tuple[str, ...]) -> list[tuple[tuple[str, ...], ...]]:
    """As `_partitions`, but when some have done it the others need not."""
    whole = _partitions(actors)
    return list(dict.fromkeys(p[:n] for p in whole for n in range(1, len(p) + 1)))


def _alone(before: Before) -> frozenset[str]:
    return frozenset(e[1] for e in before if e[0] == "alone")


def _keys_of(trace: Trace) -> frozenset[str]:
    moments, at_end = trace
    return frozenset(m[3] for m in moments if m[3] is not None).union(_alone(at_end), *(_alone(m[0]) for m in moments))
