"""Mutations of legal performances, one act at a time, and what the checker makes of them.

Generic over rites and profiles: `mutate` spoils a performance in every way of `KINDS`, `study` checks
each spoilt script and counts, `table` prints.  Whether a spoilt script happens to be legal is decided
without the aligner, by following the rite's own moves.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fsm.actions import Action, Item, Script, Unknown
from fsm.checking import Checker, Finding
from fsm.performing import Performance, Performed, perform
from fsm.repairing import repaired_items
from fsm.rite import Rite
from fsm.situation import Situation

KINDS = ("delete", "swap", "twice", "actor", "detail", "unknown", "outcome")
"""Left out; exchanged with the next; done twice; done by another; one detail otherwise; a word nobody knows; a
reported outcome otherwise."""


@dataclass(frozen=True)
class Mutation:
    """One spoilt script: how, at which act, what was changed, and the clauses a finding may fairly name."""

    kind: str
    index: int
    what: str
    actions: tuple[Action, ...]
    clauses: frozenset[str]
    optional: bool


@dataclass
class Tally:
    """What became of the mutations of one kind."""

    mutated: int = 0
    legal: Counter[str] = field(default_factory=Counter)
    detected: int = 0
    one_finding: int = 0
    right_clause: int = 0
    fix_conforms: int = 0
    missed: list[Mutation] = field(default_factory=list)
    several: list[tuple[Mutation, list[Finding]]] = field(default_factory=list)
    elsewhere: list[tuple[Mutation, list[Finding]]] = field(default_factory=list)
    unrepaired: list[tuple[Mutation, list[Finding]]] = field(default_factory=list)

    @property
    def illegal(self) -> int:
        return self.mutated - self.legal.total()

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.mutated + other.mutated, self.legal + other.legal, self.detected + other.detected,
            self.one_finding + other.one_finding, self.right_clause + other.right_clause,
            self.fix_conforms + other.fix_conforms, self.missed + other.missed, self.several + other.several,
            self.elsewhere + other.elsewhere, self.unrepaired + other.unrepaired,
        )  # fmt: skip


def script_of(actions: Iterable[Action]) -> Script:
    return Script(tuple(Item(a, group=i) for i, a in enumerate(actions)))


def accepted(checker: Checker, items: Sequence[Item]) -> bool:
    """Whether a script is a performance of the rite, by following its moves; each item in its turn."""
    situations: set[Situation] = {checker.rite.start}
    for item in items:
        if item.action.unknown:
            return False
        pattern = checker.matcher.pattern(item.action)
        situations = {m.target for s in situations for m in checker.matcher.exact(pattern, s)}
    return any(s.end is not None for s in situations)


def mutate(performance: Performance, chance: random.Random, share: float = 1.0) -> Iterator[Mutation]:
    """Every mutation of a performance, or a random share of them."""
    acts, actions = performance.acts, performance.actions
    pool = _values(performance.rite, actions)
    for i in range(len(actions)):
        for kind, what, new, taken in _spoilt(performance, i, pool, chance):
            if chance.random() < share:
                touched = acts[i : i + taken]
                yield Mutation(
                    kind,
                    i,
                    what,
                    (*actions[:i], *new, *actions[i + taken :]),
                    frozenset().union(*map(_clauses, touched)),
                    all(a.move.step.optional is not None for a in touched),
                )


def _spoilt(
    performance: Performance, i: int, pool: Mapping[str, Sequence[object]], chance: random.Random
) -> Iterator[tuple[str, str, Sequence[Action], int]]:
    """The ways to spoil one act: kind, what was changed, and the actions in place of so many."""
    act, action = performance.acts[i], performance.actions[i]
    yield "delete", "", (), 1
    following = performance.actions[i + 1 : i + 2]
    if following and following[0] != action:
        yield "swap", "", (following[0], action), 2
    yield "twice", "", (action, action), 1
    others = [p for p in sorted(performance.rite.persons) if p not in act.move.step.actors]
    if others:
        other = chance.choice(others)
        yield "actor", other, (replace(action, actors=(other,)),), 1
    for name, value in action.details().items():
        known = [v for v in pool[name] if v != value]
        if known:
            wrong = chance.choice(known)
            kind = "outcome" if name in act.move.outcome else "detail"
            yield kind, f"{name}={wrong}", (action.with_details({name: wrong}),), 1
    yield "unknown", "", (replace(action, act="", unknown=(Unknown("act", "蹴鞠"),)),), 1


def _clauses(act: Performed) -> frozenset[str]:
    """The clauses of an act, and those of the details it has from elsewhere."""
    return frozenset(act.move.step.clauses) | {cite.clause for _, cite in act.move.step.detail_cites}


def _values(rite: Rite, actions: Iterable[Action]) -> dict[str, list[object]]:
    """The values each detail has somewhere; numbers also one more, so that there is always another."""
    found: dict[str, dict[object, None]] = {}
    for action in actions:
        for name, value in action.details().items():
            found.setdefault(name, {})[value] = None
            if isinstance(value, int) and not isinstance(value, bool):
                found[name][value + 1] = None
    for step in rite.steps:
        for name, domain in step.outcomes:
            found.setdefault(name, {}).update(dict.fromkeys(domain))
    return {name: list(values) for name, values in found.items()}


def study(checker: Checker, mutations: Iterable[Mutation]) -> dict[str, Tally]:
    """Checks every mutation: found, found once, at the right clause, repaired."""
    tallies = {kind: Tally() for kind in KINDS}
    for mutation in mutations:
        tally = tallies[mutation.kind]
        tally.mutated += 1
        script = script_of(mutation.actions)
        verdict = checker.check(script)
        if accepted(checker, script.items):
            tally.legal[_why_legal(mutation)] += 1
            assert verdict.conforms, mutation
            continue
        errors = [f for f in verdict.findings if f.severity == "error"]
        if not errors:
            tally.missed.append(mutation)
            continue
        tally.detected += 1
        if len(errors) == 1:
            tally.one_finding += 1
        else:
            tally.several.append((mutation, errors))
        if mutation.clauses & {c for f in errors for c in f.clauses}:
            tally.right_clause += 1
        else:
            tally.elsewhere.append((mutation, errors))
        fixed = repaired_items(script.items, [e for f in errors for e in f.fix])
        if verdict.repaired and accepted(checker, fixed):
            tally.fix_conforms += 1
        else:
            tally.unrepaired.append((mutation, errors))
    return tallies


def _why_legal(mutation: Mutation) -> str:
    match mutation.kind:
        case "delete":
            return "the act may be left out" if mutation.optional else "the act need not be done"
        case "swap":
            return "either order is legal"
        case "twice":
            return "the like act comes again"
        case "actor":
            return "whoever acts is right"
        case "outcome":
            return "what follows agrees with it"
    return "the detail is not fixed" if mutation.kind == "detail" else "?"


def add(first: dict[str, Tally], second: dict[str, Tally]) -> dict[str, Tally]:
    return {kind: first[kind] + second[kind] for kind in KINDS}


def nothing_yet() -> dict[str, Tally]:
    return {kind: Tally() for kind in KINDS}


def legal_performances(rite: Rite, random_ones: int, outcomes: Iterable[dict[str, str]]) -> Iterator[Performance]:
    """The canonical performance with several outcomes, and random ones."""
    for wanted in outcomes:
        yield perform(rite, outcomes=wanted)
    for seed in range(random_ones):
        yield perform(rite, order="random", seed=seed)


def total(tallies: Mapping[str, Tally]) -> Tally:
    """All kinds together."""
    return sum(tallies.values(), Tally())


def rows(tallies: Mapping[str, Tally], name: str, width: int = 9) -> list[str]:
    """A table for people: one row for each name, and one for all."""
    columns = f"{'mutated':>8}{'legal':>7}{'illegal':>8}{'detected':>9}{'one':>7}{'clause':>8}{'fixed':>7}"
    return [
        f"{name:{width}}{columns}",
        *(
            f"{kind:{width}}{t.mutated:8}{t.legal.total():7}{t.illegal:8}{t.detected:9}"
            f"{t.one_finding:7}{t.right_clause:8}{t.fix_conforms:7}"
            for kind, t in {**tallies, "all": total(tallies)}.items()
        ),
    ]


def table(tallies: Mapping[str, Tally]) -> str:
    """The tallies of each kind of mistake, and why some are legal."""
    reasons = [f"legal: {kind} {why}: {n}" for kind, t in tallies.items() for why, n in sorted(t.legal.items())]
    return "\n".join([*rows(tallies, "kind"), *reasons])


def worst(tallies: dict[str, Tally], most: int = 5) -> str:
    """Examples of what was missed, found several times, at another clause, or not repaired."""
    out = []
    for kind in KINDS:
        for name in ("missed", "several", "elsewhere", "unrepaired"):
            for found in getattr(tallies[kind], name)[:most]:
                mutation, findings = found if isinstance(found, tuple) else (found, [])
                near = mutation.actions[max(0, mutation.index - 1) : mutation.index + 2]
                lines = "; ".join(f"{','.join(a.actors)} {a.act} {a.details()}" for a in near)
                said = [(f.code, f.index, f.clauses, [(e.op, e.index, e.to) for e in f.fix][:3]) for f in findings]
                out.append(
                    f"{kind} {name} at {mutation.index} {mutation.what} {sorted(mutation.clauses)}: {lines}\n    {said}"
                )
    return "\n".join(out)
