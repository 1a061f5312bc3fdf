"""Checking a script: an alignment turned into findings, each with its reason and its repair."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from fsm.acting import action_of, action_of_move, distinct_actions
from fsm.actions import Action, Item, Script
from fsm.alignment import AGREES, Aligner, Alignment, Edge
from fsm.costs import COSTS, Costs
from fsm.explaining import Explainer, GuardReport
from fsm.matching import Matcher
from fsm.passages import steps_named
from fsm.repairing import Edit, repaired_items
from fsm.rite import Rite
from fsm.score import Citation, Step
from fsm.scripts.errors import PROBLEMS
from fsm.situation import Move, Situation
from fsm.vocabulary import Vocabulary
from fsm.vocabulary import load as load_vocabulary

Kind = Literal["order", "missing", "extra", "detail", "actor", "guard", "outcome", "unknown", "unfinished"]
Severity = Literal["error", "warning", "note"]

MOST_EXPECTED = 8
MOST_UNKNOWN_SHARE = 0.5
"""A script most of whose lines are not understood is not a script of this kind at all."""


CERTAINLY_OUTSIDE = 4
"""So many lines at an end that the rite has nowhere are not searched for what else they might mean."""


class UnreadableScript(ValueError):
    """Most lines of a script name nothing the vocabulary has; `unknown` of `total` lines."""

    def __init__(self, unknown: int, total: int, examples: Sequence[Item]) -> None:
        super().__init__(f"{unknown} of {total} lines are not understood")
        self.unknown = unknown
        self.total = total
        self.examples = tuple(examples)


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake.

    index: the item of the script it concerns, from 0; for something missing, the item before which it
    belongs (the number of items: at the end).  expected: what could have stood there; guards: the rules
    that fail, with the values of their registers; clauses and citations: on whose word; fix: the edits
    that repair it; details: what its message needs (`fsm.messages`).
    """

    code: str
    kind: Kind
    severity: Severity
    index: int
    item: Item | None
    expected: tuple[Action, ...] = ()
    guards: tuple[GuardReport, ...] = ()
    clauses: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    by: tuple[str, ...] = ()
    fix: tuple[Edit, ...] = ()
    alternatives: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Assumed:
    """An optional act that the script leaves out and the checker takes as done, before item `index`."""

    index: int
    step: Step


@dataclass(frozen=True, slots=True)
class Verdict:
    """What checking found.

    conforms: no errors (with `strict`, no warnings either), and nothing that could not be read; repaired: the
    fixes, applied, conform; edges: how the script was made to agree.
    """

    rite: Rite
    script: Script
    findings: tuple[Finding, ...]
    assumed: tuple[Assumed, ...]
    cost: int
    costs: Costs
    conforms: bool
    repaired: bool
    edges: tuple[Edge, ...] = field(default=(), repr=False, compare=False)

    @property
    def alternatives(self) -> tuple[str, ...]:
        """Readings under which some finding would not be one."""
        return tuple(dict.fromkeys(a for f in self.findings for a in f.alternatives))


def as_script(actions: Script | str | Iterable[Action | Mapping[str, Any]]) -> Script:
    """A script from text, from actions, or as it is."""
    if isinstance(actions, Script):
        return actions
    if not isinstance(actions, str):
        actions = list(actions)
        given = [a for a in actions if isinstance(a, Action)]
        if len(given) == len(actions):
            return Script(tuple(Item(a, group=i) for i, a in enumerate(given)))
    from fsm.scripts import read

    if isinstance(actions, str):
        return read(actions.encode(), name="script", input_format="text")
    plain = [a.to_json() if isinstance(a, Action) else dict(a) for a in actions]
    return read(json.dumps(plain).encode(), name="script", input_format="json")


class Checker:
    """Checks scripts against one rite; keeps the rite's situations and patterns between scripts."""

    def __init__(self, rite: Rite, vocabulary: Vocabulary | None = None, costs: Costs = COSTS) -> None:
        self.rite = rite
        self.vocabulary = vocabulary or load_vocabulary()
        self.matcher = Matcher(rite, self.vocabulary)
        self.explainer = Explainer(rite, self.matcher)
        self.costs = costs

    def align(self, items: Sequence[Item], partial: bool = False) -> Alignment:
        """The cheapest alignment of the items with the rite."""
        return Aligner(self.matcher, items, partial, self.costs).align(self.rite.start)

    def check(self, script: Script, partial: bool = False, strict: bool = False) -> Verdict:
        """The verdict on a script.

        partial: it may stop early; strict: manner must be performed, warnings count.
        Raises UnreadableScript where most lines are not understood.
        """
        script = self._with_passages(script)
        self._refuse_nonsense(script)
        alignment = self._aligned(script.items, partial)
        findings = list(Reporter(self, script, alignment).findings())
        assumed = tuple(_assumed(alignment.edges))
        if strict:
            findings = _in_order([*findings, *self._manner_missing(assumed)])
        fixes = [edit for f in findings if f.severity == "error" for edit in f.fix]
        if fixes:
            # What is not modelled stands in no relation to the repair.
            fixes += (Edit("delete", line) for f in findings for line in f.details.get("outside", ()))
        gave_up = alignment.gave_up_at is not None
        repaired = not gave_up and (not fixes or self._conforms(repaired_items(script.items, fixes), partial))
        bad = ("error", "warning") if strict else ("error",)
        unread = any(PROBLEMS.get(p.code, "error") in bad for p in script.problems)
        conforms = not unread and not any(f.severity in bad for f in findings)
        return Verdict(
            self.rite, script, tuple(findings), assumed, alignment.cost, self.costs, conforms, repaired, alignment.edges
        )

    def _aligned(self, items: Sequence[Item], partial: bool) -> Alignment:
        """The alignment of the items, without searching what plainly lies outside at their beginning and end."""
        head, tail = self._outside(items), len(items) - self._outside(items[::-1])
        if head >= tail:
            head, tail = 0, len(items)
        inner = self.align(items[head:tail], partial)
        if (head, tail) == (0, len(items)):
            return inner
        edges = [replace(e, line=e.line + head if e.line >= 0 else e.line, before=e.before + head) for e in inner.edges]
        last = edges[-1].move.target if edges and edges[-1].move else self.rite.start
        before = [Edge("extra", line, line, self.rite.start) for line in range(head)]
        after = [Edge("extra", line, line, last) for line in range(tail, len(items))]
        cost = sum(self.costs.extra + self.costs.further_extra * (len(run) - 1) for run in (before, after) if run)
        at = inner.gave_up_at
        return Alignment(
            (*before, *edges, *after), inner.cost + cost, None if at is None else at + head, inner.situation
        )

    def _outside(self, items: Sequence[Item]) -> int:
        """How many items at the beginning the rite has nowhere; few of them might be meant for something it has."""
        end = 0
        for n, item in enumerate(items, 1):
            if self.is_foreign(item):
                end = n
            elif not self._not_understood(item):
                break
        while 0 < end < len(items) and items[end - 1].group == items[end].group:
            end -= 1
        return end if end >= CERTAINLY_OUTSIDE else 0

    def _not_understood(self, item: Item) -> bool:
        action = item.action
        named = action.passage is not None and steps_named(self.matcher, action.passage)
        return bool(action.unknown) or (action.passage is not None and not named)

    def is_foreign(self, item: Item) -> bool:
        """Whether a line, in words that are known, names an act the rite has nowhere, by that actor or with others."""
        action = item.action
        if action.passage is not None or action.unknown or action.act not in self.vocabulary.ids("verb"):
            return False
        return not any(
            step.act == action.act and any(_concerns(who, step) for who, _ in self.matcher.pattern(action).keys)
            for step in self._all_steps
        )

    @cached_property
    def _all_steps(self) -> tuple[Step, ...]:
        """What the rite has, and what it forbids."""
        return (*self.rite.steps, *(r.pattern for r in self.rite.forgone if r.pattern is not None))

    def _conforms(self, items: Sequence[Item], partial: bool) -> bool:
        found = self.align(items, partial)
        return found.gave_up_at is None and all(edge.kind in AGREES for edge in found.edges)

    def _with_passages(self, script: Script) -> Script:
        """The script with short forms recognised: 揖如升射 is no verb, but this rite has a part of that name."""
        return replace(script, items=tuple(self._named_passage(item) for item in script.items))

    def _named_passage(self, item: Item) -> Item:
        unknown = [u for u in item.action.unknown if u.field == "act"]
        if not unknown or len(unknown) != len(item.action.unknown) or not steps_named(self.matcher, unknown[0].text):
            return item
        return replace(item, action=replace(item.action, act="", passage=unknown[0].text, unknown=()))

    def _refuse_nonsense(self, script: Script) -> None:
        bad = [i for i in script.items if any(u.field in ("act", "actor") for u in i.action.unknown)]
        if len(bad) > 3 and len(bad) > MOST_UNKNOWN_SHARE * len(script.items):
            raise UnreadableScript(len(bad), len(script.items), bad[:3])

    def _manner_missing(self, assumed: Iterable[Assumed]) -> list[Finding]:
        out = []
        for one in assumed:
            if one.step.optional == "manner":
                action = self.explainer.plain(one.step)
                out.append(
                    Finding(
                        "SH203", "missing", "error", one.index, None, (action,), (), one.step.clauses,
                        one.step.cites, fix=(Edit("insert", one.index, action=action),),
                        details={"count": 1},
                    )
                )  # fmt: skip
        return out


def _assumed(edges: Iterable[Edge]) -> Iterable[Assumed]:
    last: Edge | None = None
    for edge in edges:
        for move in edge.moves or ((edge.move,) if edge.move else ()):
            for step in move.assumed:
                yield Assumed(edge.before, step)
        last = edge
    if last is not None and last.kind != "unfinished":
        target = last.move.target if last.move else last.situation
        for step in target.end or ():
            yield Assumed(last.before + 1, step)


def _concerns(who: frozenset[str] | str, step: Step) -> bool:
    return not who.isdisjoint(step.actors) if isinstance(who, frozenset) else who == step.office


def _in_order(findings: list[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda f: f.index)


class Reporter:
    """Turns one alignment into findings: runs into one, an act put off and put back into one."""

    def __init__(self, checker: Checker, script: Script, alignment: Alignment) -> None:
        self.rite = checker.rite
        self.explainer = checker.explainer
        self.matcher = checker.matcher
        self.is_foreign = checker.is_foreign
        self.known_verbs = frozenset(checker.vocabulary.ids("verb"))
        self.known_keys = frozenset(checker.vocabulary.ids("key"))
        self.script = script
        self.alignment = alignment

    def findings(self) -> list[Finding]:
        """All findings, in the order of the script."""
        out: list[Finding] = []
        edges = self.alignment.edges
        # Of what is not modelled much happens to be in the rite too: a bow, a cup.
        outside = [run for run in self._ends() if sum(map(self._foreign, run)) * 3 >= len(run)]
        out.extend(map(self._not_modelled, outside))
        passed = {id(edge) for run in outside for edge in run}
        edges = tuple(edge for edge in edges if id(edge) not in passed)
        last_step: Step | None = None
        last_move: Move | None = None
        i = 0
        while i < len(edges):
            edge = edges[i]
            run = 1
            if edge.kind in ("missing", "extra"):
                while i + run < len(edges) and edges[i + run].kind == edge.kind:
                    run += 1
            group = edges[i : i + run]
            match edge.kind:
                case "match" | "passage":
                    out.extend(self._late(edge))
                case "missing":
                    out.append(self._missing(group, edges[i + run :]))
                case "extra":
                    out.append(self._extra(group, last_step, last_move))
                case "unknown_extra" | "unknown":
                    out.append(self._unknown(edge))
                case "detail" | "outcome" | "actor" | "replaced":
                    out.append(self._changed(edge))
                case "forward":
                    out.append(self._moved(edge, edge))
                case "put_off":
                    back = next((e for e in edges[i:] if e.kind == "put_back" and e.line == edge.line), edge)
                    out.append(self._moved(edge, back))
                case "unfinished":
                    out.append(self._unfinished(edge))
            if group[-1].move is not None:
                last_move = group[-1].move
                last_step = last_move.step
            i += run
        if self.alignment.gave_up_at is not None:
            out.append(self._gave_up())
            out.extend(self._not_understood_beyond())
        return _in_order([*out, *self._unchecked()])

    # --- what lies outside ------------------------------------------------------------------------------------------

    def _ends(self) -> Iterator[list[Edge]]:
        """The lines too many before the first that means something here, and those after the last."""
        edges = self.alignment.edges
        used = [n for n, edge in enumerate(edges) if edge.line >= 0 and edge.kind not in _TOO_MANY]
        if not used:
            return
        for part in (edges[: used[0]], edges[used[-1] + 1 :]):
            run = [edge for edge in part if edge.kind in _TOO_MANY]
            if run:
                yield run

    def _foreign(self, edge: Edge) -> bool:
        return self.is_foreign(self.script.items[edge.line])

    def _not_modelled(self, run: Sequence[Edge]) -> Finding:
        lines = [edge.line for edge in run]
        last = self._item(lines[-1])
        return Finding(
            "SH802", "unknown", "note", lines[0], self._item(lines[0]),
            details={"count": len(lines), "last": last.action if last else None, "to_item": last, "outside": lines},
        )  # fmt: skip

    def _unchecked(self) -> Iterator[Finding]:
        """Details of which the rite says nothing wherever it has that act: one note for each kind of them."""
        lines: dict[tuple[str, tuple[str, ...]], list[int]] = {}
        for edge in self.alignment.edges:
            item = self._item(edge.line) if edge.kind == "match" else None
            if item is None or item.action.unknown or item.action.act not in self.known_verbs:
                continue
            own = self._keys_of.get(item.action.act, ())
            beyond = tuple(key for key, _ in item.action.data if key not in own and key in self.known_keys)
            if beyond:
                lines.setdefault((item.action.act, beyond), []).append(edge.line)
        for (_, beyond), found in lines.items():
            item = self._item(found[0])
            if item is not None:
                stated = dict(item.action.data)
                yield Finding(
                    "SH803", "detail", "note", found[0], item,
                    details={"stated": [(key, stated[key]) for key in beyond], "count": len(found)},
                )  # fmt: skip

    @cached_property
    def _keys_of(self) -> Mapping[str, frozenset[str]]:
        """The details and outcomes that the rite states of each act, anywhere."""
        found: dict[str, set[str]] = {}
        for step in self.rite.steps:
            found.setdefault(step.act, set()).update(k for k, _ in (*step.details, *step.outcomes))
        return {act: frozenset(keys) for act, keys in found.items()}

    # --- kinds -------------------------------------------------------------------------------------------------------

    def _item(self, index: int) -> Item | None:
        return self.script.items[index] if 0 <= index < len(self.script.items) else None

    def _expected(self, situation: Situation) -> tuple[Action, ...]:
        return tuple(distinct_actions(self.rite, situation.moves)[:MOST_EXPECTED])

    def _open(self, move: Move) -> Action:
        """An act to be put in, its outcome left open: nobody has reported one."""
        return action_of(self.rite, move.step, move.details)

    def _late(self, edge: Edge) -> list[Finding]:
        if edge.move is None or not edge.move.late:
            return []
        step = edge.move.step
        return [
            Finding(
                "SH102", "order", "warning", edge.line, self._item(edge.line),
                self._expected(edge.situation), (), step.clauses, step.cites,
            )
        ]  # fmt: skip

    def _missing(self, run: Sequence[Edge], following: Sequence[Edge]) -> Finding:
        moves = [e.move for e in run if e.move is not None]
        acts = tuple(self._open(m) for m in moves)
        broken: tuple[GuardReport, ...] = ()
        after = next((e for e in following if e.line >= 0 and e.kind == "match"), None)
        if after is not None and after.move is not None:
            broken = self.explainer.failing(after.move.step, after.move.details, run[0].situation)
        clauses = _unique(c for m in moves for c in m.step.clauses)
        return Finding(
            "SH201", "missing", "error", run[0].before, self._item(run[0].before), acts[:MOST_EXPECTED], broken,
            _unique((*clauses, *(c for g in broken for c in g.clauses))),
            self._cites((*moves[0].step.cites, *(c for m in moves[1:] for c in m.step.cites)), broken),
            by=moves[0].step.by,
            fix=tuple(Edit("insert", e.before, action=a) for e, a in zip(run, acts, strict=True)),
            details={"count": len(moves), "first": acts[0], "last": acts[-1]},
        )  # fmt: skip

    def _extra(self, run: Sequence[Edge], last_step: Step | None, last_move: Move | None) -> Finding:
        edge = run[0]
        item = self._item(edge.line)
        reason = self.explainer.extra(
            self.matcher.pattern(item.action) if item else None, edge.situation, last_step, last_move
        )
        cites = (*reason.citations, *self._perhaps_meant(item, edge.situation))
        return Finding(
            reason.code, reason.kind, "error", edge.line, item, self._expected(edge.situation), reason.guards,
            _unique((*reason.clauses, *(c.clause for c in cites), *(c for g in reason.guards for c in g.clauses))),
            self._cites(cites, reason.guards), by=reason.by,
            fix=tuple(Edit("delete", e.line) for e in run),
            details={"count": len(run), "when": reason.when, "twin": reason.twin},
        )  # fmt: skip

    def _perhaps_meant(self, item: Item | None, situation: Situation) -> tuple[Citation, ...]:
        """The clauses of acts that might stand here and that an act too many resembles."""
        if item is None:
            return ()
        like = (m.step for m in situation.moves if m.step.optional and m.step.act == item.action.act)
        return tuple(cite for step in like for cite in step.cites)

    def _unknown(self, edge: Edge) -> Finding:
        item = self._item(edge.line)
        cites: tuple[Citation, ...] = ()
        expected = self._expected(edge.situation)
        fix: tuple[Edit, ...]
        if edge.move is not None and item is not None:
            action = self._understood(item.action, edge.move)
            expected, cites = (action,), edge.move.step.cites
            fix = (Edit("replace", edge.line, action=action),)
        else:
            fix = (Edit("delete", edge.line),)
        unknown = item.action.unknown if item else ()
        return Finding(
            "SH801", "unknown", "error", edge.line, item, expected, (), tuple(c.clause for c in cites), cites,
            fix=fix, details={"unknown": unknown},
        )  # fmt: skip

    def _understood(self, action: Action, move: Move) -> Action:
        """The act meant: with what the line says of it, and what the words may have said that are not understood."""
        whole = action_of_move(self.rite, move)
        stated, unknown = action.details(), {u.field for u in action.unknown}
        unsure = unknown | {"object", "place", "addressee"} if "act" in unknown else unknown
        kept = {k: v for k, v in whole.details().items() if k in stated or k in unsure}
        bare = Action(actors=whole.actors, act=whole.act)
        return bare.with_details(kept if "act" in unknown else {**stated, **kept})

    def _changed(self, edge: Edge) -> Finding:
        item, move = self._item(edge.line), edge.move
        if item is None or move is None:
            raise AssertionError("a changed line has a line and an act")
        step, action = move.step, item.action
        whole = action_of_move(self.rite, move)
        right = whole.details()
        stated = action.details()
        if edge.kind == "replaced":
            fixed = whole
        else:
            fixed = action.with_details({f: right.get(f) for f in edge.fields if f != "actor"})
            if "actor" in edge.fields:
                fixed = replace(fixed, actors=whole.actors)
        code, kind = _CHANGED[edge.kind]
        own = [dict(step.detail_cites)[f] for f in edge.fields if f in dict(step.detail_cites)]
        cites = tuple(dict.fromkeys((*own, *step.cites)))
        differing = [(f, stated.get(f), right.get(f)) for f in edge.fields if f not in ("actor", "act")]
        return Finding(
            code, kind, "error", edge.line, item, (whole,), (), _unique(c.clause for c in cites), cites, by=step.by,
            fix=(Edit("replace", edge.line, action=fixed),),
            details={"differing": differing, "right": whole, "read": action},
        )  # fmt: skip

    def _moved(self, edge: Edge, back: Edge) -> Finding:
        move = back.move or edge.move
        if move is None:
            raise AssertionError("an act that is moved is an act of the rite")
        early = edge.kind == "put_off"
        guards = self.explainer.failing(move.step, move.details, edge.situation) if early else ()
        return Finding(
            "SH101", "order", "error", edge.line, self._item(edge.line), self._expected(edge.situation), guards,
            _unique((*move.step.clauses, *(c for g in guards for c in g.clauses))),
            self._cites(move.step.cites, guards), by=move.step.by,
            fix=(Edit("move", edge.line, to=back.before),),
            details={"early": early, "before": self._item(back.before), "to": back.before},
        )  # fmt: skip

    def _unfinished(self, edge: Edge) -> Finding:
        moves = completion(edge.situation)
        acts = tuple(self._open(m) for m in moves)
        first = moves[0].step if moves else None
        return Finding(
            "SH202", "unfinished", "error", edge.before, None, acts[:MOST_EXPECTED], (),
            first.clauses if first else (), first.cites if first else (), by=first.by if first else (),
            fix=tuple(Edit("insert", edge.before, action=a) for a in acts),
            details={"count": len(acts), "first": acts[0] if acts else None, "section": self._section_done(moves)},
        )  # fmt: skip

    def _section_done(self, rest: Iterable[Move]) -> str | None:
        """The section at whose end a script stops; None where something of it is still to be done."""
        order = {section.id: n for n, section in enumerate(self.rite.sections)}
        done = [e.move.step.section for e in self.alignment.edges if e.move is not None and e.line >= 0]
        open_ = [order[m.step.section] for m in rest if m.step.optional is None and m.step.section in order]
        last = max((s for s in done if s in order), key=order.__getitem__, default=None)
        return last if last is not None and open_ and min(open_) > order[last] else None

    def _gave_up(self) -> Finding:
        at = self.alignment.gave_up_at or 0
        situation = self.alignment.situation
        expected = self._expected(situation) if situation else ()
        step = situation.moves[0].step if situation and situation.moves else None
        return Finding(
            "SH901", "order", "error", at, self._item(at), expected, (),
            step.clauses if step else (), step.cites if step else (),
        )  # fmt: skip

    def _not_understood_beyond(self) -> Iterator[Finding]:
        """Words not understood from where the search gave up: all can be mended at once, whatever they stand for."""
        for line in range(self.alignment.gave_up_at or 0, len(self.script.items)):
            item = self.script.items[line]
            if item.action.unknown:
                yield Finding(
                    "SH801", "unknown", "error", line, self._item(line), (), (), (), (),
                    details={"unknown": item.action.unknown},
                )  # fmt: skip

    def _cites(self, own: Iterable[Citation], guards: Iterable[GuardReport]) -> tuple[Citation, ...]:
        known = self.rite.citations
        more = (known[c] for g in guards for c in g.clauses if c in known)
        return tuple(dict.fromkeys((*own, *more)))


_TOO_MANY = ("extra", "unknown_extra")

_CHANGED: Mapping[str, tuple[str, Kind]] = {
    "detail": ("SH401", "detail"),
    "outcome": ("SH701", "outcome"),
    "actor": ("SH501", "actor"),
    "replaced": ("SH402", "detail"),
}


def completion(situation: Situation) -> list[Move]:
    """The canonical performance from here to the end, optional acts left out where the rite may end without.

    Where it would go in circles, the shortest way to an end instead; as far as it leads where there is none.
    """
    moves: list[Move] = []
    met: set[Situation] = set()
    now = situation
    while now.end is None and now.moves:
        if now in met:
            return _shortest_to_end(situation) or moves
        met.add(now)
        move = next((m for m in now.moves if m.step.optional is None and not m.late), now.moves[0])
        moves.append(move)
        now = move.target
    return moves


def _shortest_to_end(situation: Situation) -> list[Move] | None:
    reached: dict[Situation, list[Move]] = {situation: []}
    queue = deque(reached)
    while queue:
        now = queue.popleft()
        if now.end is not None:
            return reached[now]
        for move in now.moves:
            if not move.late and move.target not in reached:
                reached[move.target] = [*reached[now], move]
                queue.append(move.target)
    return None


def _unique(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))


__all__ = ["Assumed", "Checker", "Finding", "UnreadableScript", "Verdict", "as_script", "completion"]
