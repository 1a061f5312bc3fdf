"""What must hold of a score before it is used, and what exploration must show.

`check_score` runs whenever a rite is built and raises at the first fault; `explore` and
`lint` walk every reachable situation and belong in tests and in ``sheli lint``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from fsm.rite import Rite
from fsm.score import Choice, Crossing, Loop, Remark, Score, ScoreError, Step, Together, When, steps, walk
from fsm.situation import Move, Situation
from fsm.terms import Op, Reg, TermError, Value, evaluate, register_name, registers, variables


def check_score(rite: Rite) -> None:
    """Static lints: acts cited, in a section of the rite; nobody in two places at once; tests unmoved by siblings;
    crossings paired.

    Raises ScoreError naming the clause and the fault.
    """
    sections = [section.id for section in rite.definition.sections]
    for part in walk(rite.score):
        match part:
            case Step() if not part.actors:
                raise ScoreError(f"{part.act}: nobody does it")
            case Step() if not part.cites:
                raise ScoreError(f"{'、'.join(part.actors)} {part.act}: cites no clause")
            case Step(section=section) if section not in sections:
                # No stretch could begin or end with it.
                known = ", ".join(sections)
                raise ScoreError(f"{part.clauses[-1]}: the rite has no section {section!r}; it has {known}")
            case Together(branches):
                _check_branches(rite, branches)
            case Crossing(step=step) if step.optional and rite.effects(step, rite.schema.initial, {}):
                raise ScoreError(f"an optional crossing must change nothing: {_where(part)}")
            case Loop(body=body) if _nullable(body):
                raise ScoreError(f"a loop whose round may be empty never ends: {_where(part)}")
    _check_crossings(rite.score)
    for remark in rite.forgone:
        if remark.pattern is None:
            raise ScoreError(f"{_where(remark)}: forgoes nothing")


def _nullable(score: Score) -> bool:
    """Whether a score could be over without any act, whatever the world."""
    match score:
        case Step():
            return score.optional is not None
        case When() | Loop() | Remark():
            return True
        case Crossing(single=single):
            return single
    if isinstance(score, Choice):
        return any(map(_nullable, score.branches))
    return all(map(_nullable, score.children))


def _where(part: Score) -> str:
    for inner in walk(part):
        cites = getattr(inner, "cites", ())
        if cites:
            return f"{cites[0].clause} {cites[0].phrase}"
    return "(no clause)"


def _check_branches(rite: Rite, branches: tuple[Score, ...]) -> None:
    seen: dict[str, int] = {}
    for i, branch in enumerate(branches):
        shared = {id(p.step) for p in walk(branch) if isinstance(p, Crossing)}
        for person in {p for s in steps(branch) if id(s) not in shared for p in s.actors}:
            if seen.setdefault(person, i) != i:
                raise ScoreError(f"{person} is in two branches at once: {_where(branch)}")
    for i, branch in enumerate(branches):
        tested = set().union(*(_tested(part) for part in walk(branch)))
        for j, sibling in enumerate(branches):
            moved = tested & _written(rite, sibling) if i != j and tested else None
            if moved:
                raise ScoreError(f"{_where(branch)} tests {sorted(moved)}, which {_where(sibling)} changes beside it")


def _tested(part: Score) -> set[str]:
    match part:
        case When(guard):
            return set(registers(guard))
        case Loop(test):
            return set(registers(test))
    return set()


def _written(rite: Rite, score: Score) -> set[str]:
    world = rite.schema.initial
    return {
        register_name(effect.register)
        for step in steps(score)
        for effect in rite.effects(step, world, dict.fromkeys((k for k, _ in step.outcomes), ""))
        if not _keeps(effect.value, register_name(effect.register))
    }


def _keeps(value: object, name: str) -> bool:
    """Whether a register is given the value it has: of choices that nothing varies, only the one taken counts."""
    while isinstance(value, Op) and value.op == "if" and not (registers(value.args[0]) or variables(value.args[0])):
        value = value.args[1] if evaluate(value.args[0], _no_register) else value.args[2]
    return isinstance(value, Reg) and register_name(value) == name


def _no_register(name: str) -> Value:
    raise TermError(f"no world to read {name} from")


def _check_crossings(score: Score) -> None:
    found: dict[str, list[Crossing]] = {}
    for part in walk(score):
        if isinstance(part, Crossing):
            found.setdefault(part.key, []).append(part)
    for key, parts in found.items():
        if len(parts) == 1 and not parts[0].single:
            raise ScoreError(f"the crossing {key!r} has no partner and is not declared single: {_where(parts[0])}")


# --- exploration ---------------------------------------------------------------------------------------------------

Choose = Callable[[Situation], Iterable[Move]]


def all_moves(situation: Situation) -> Iterable[Move]:
    """Every outcome; nothing late."""
    return (m for m in situation.moves if not m.late)


@dataclass(slots=True)
class Exploration:
    """What walking everywhere found: situations, acts performed, dead ends, guards that ever failed."""

    situations: int = 0
    moves: int = 0
    ends: int = 0
    stuck: list[Situation] = field(default_factory=list)
    endless: list[Situation] = field(default_factory=list)
    performed: set[str] = field(default_factory=set)
    ambiguous: list[tuple[Situation, Move, Move]] = field(default_factory=list)


def reachable(rite: Rite, choose: Choose = all_moves) -> Iterator[Situation]:
    """Every reachable situation, breadth first."""
    seen = {rite.start}
    queue = deque(seen)
    while queue:
        situation = queue.popleft()
        yield situation
        for move in choose(situation):
            if move.target not in seen:
                seen.add(move.target)
                queue.append(move.target)


def explore(rite: Rite, choose: Choose = all_moves) -> Exploration:
    """Walks everywhere and proves that some end can be reached from every situation."""
    found = Exploration()
    before: dict[Situation, list[Situation]] = {}
    ends: list[Situation] = []
    for situation in reachable(rite, choose):
        found.situations += 1
        moves = list(choose(situation))
        found.moves += len(moves)
        found.performed.update(clause for m in moves for clause in m.step.clauses)
        found.ambiguous.extend((situation, a, b) for a, b in _alike(moves))
        before.setdefault(situation, [])
        for move in moves:
            before.setdefault(move.target, []).append(situation)
        if situation.end is not None:
            ends.append(situation)
        elif not moves:
            found.stuck.append(situation)
    found.ends = len(ends)
    good = set(ends)
    queue = deque(ends)
    while queue:
        for earlier in before[queue.popleft()]:
            if earlier not in good:
                good.add(earlier)
                queue.append(earlier)
    found.endless = [s for s in before if s not in good]
    return found


def _alike(moves: list[Move]) -> Iterator[tuple[Move, Move]]:
    """Two moves no script could tell apart that lead to different situations; optional acts may well be alike."""
    seen: dict[tuple[object, ...], Move] = {}
    for move in moves:
        if move.step.optional is not None:
            continue
        key = (move.step.actors, move.step.act, tuple(move.details.items()), tuple(move.outcome.items()))
        first = seen.setdefault(key, move)
        if first is not move and first.target is not move.target:
            yield first, move
