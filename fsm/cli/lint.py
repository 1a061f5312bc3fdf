"""``sheli lint``: what exploration shows of a rite."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from .common import (
    asked,
    command_errors,
    format_option,
    language_option,
    output_option,
    put_json,
    put_text,
    rite_argument,
    said,
    setting_options,
    stretch_options,
)  # fmt: skip

if TYPE_CHECKING:
    from ..rite import Rite
    from ..rules import Guard
    from ..score import Step
    from ..situation import Move, Situation

MOST_SITUATIONS = 30_000
"""With more situations than these, only representative outcomes are explored unless all are asked for."""


@click.command("lint")
@rite_argument
@stretch_options
@setting_options
@click.option("--every-outcome", is_flag=True, help="Every outcome, however many situations that makes.")
@language_option
@format_option
@output_option
@command_errors
def command(rite: str, every_outcome: bool, lang: str, output_format: str, output: str | None, **options: Any) -> None:
    """Explore every situation of RITE: can it always be finished, is any act or rule idle?

    走遍各種情形：禮總能行畢嗎？有無不及的動作、從不違犯的規則？

    Where every outcome makes too many situations, representative ones are explored (none, all, right, left,
    level, odd); acts that these do not reach are then listed only.

    Exit 1 for dead ends, situations from which no end is reached, ambiguous acts, or acts never reached.

    \b
    sheli lint touhu
    sheli lint touhu --cast pairs=2
    """
    made = asked(rite, options).load()
    found = lint(made, every_outcome)
    if output_format == "json":
        put_json(found, output)
    else:
        put_text(_lines(found, lang), lang, output)
    sys.exit(0 if found["good"] else 1)


def lint(rite: Rite, every_outcome: bool = False) -> dict[str, Any]:
    """What exploration finds, summed over the outcomes explored."""
    from ..linting import all_moves, explore, reachable
    from ..performing import POLICIES, by_policy
    from ..score import Crossing, walk

    every_outcome = every_outcome or _at_most(reachable(rite), MOST_SITUATIONS)
    chosen: list[Callable[[Situation], Iterable[Move]]] = (
        [all_moves] if every_outcome else [by_policy(policy) for policy in POLICIES]
    )
    situations = ends = moves = 0
    stuck: dict[str, None] = {}
    endless: dict[str, None] = {}
    ambiguous: dict[str, None] = {}
    performed: set[int] = set()
    idle = _Guards(rite)
    for choose in chosen:
        result = explore(rite, choose)
        situations, moves, ends = situations + result.situations, moves + result.moves, ends + result.ends
        stuck.update(dict.fromkeys(map(_where, result.stuck)))
        endless.update(dict.fromkeys(map(_where, result.endless)))
        ambiguous.update(dict.fromkeys(f"{_where(s)}: {a.step.act} / {b.step.act}" for s, a, b in result.ambiguous))
        _visit(rite, choose, performed, idle)
    done = {_act(s) for s in rite.steps if id(s) in performed}
    alone = {id(part.step) for part in walk(rite.score) if isinstance(part, Crossing) and part.single}
    expected = (_act(step) for step in rite.steps if id(step) not in alone)
    never = [act for act in dict.fromkeys(expected) if act not in done]
    return {
        "rite": rite.id,
        "profile": rite.profile.name,
        "cast": dict(rite.cast),
        "outcomes": "every" if every_outcome else list(POLICIES),
        "situations": situations,
        "moves": moves,
        "ends": ends,
        "dead_ends": list(stuck),
        "endless": list(endless),
        "ambiguous": list(ambiguous),
        "never_reached": never,
        "never_false": idle.never_false(),
        "good": bool(ends) and not (stuck or endless or ambiguous or (never and every_outcome)),
    }


def _at_most(situations: Iterable[Situation], most: int) -> bool:
    return all(number < most for number, _ in enumerate(situations))


def _act(step: Step) -> str:
    """An act by its clause, persons and verb, the same in every round."""
    return f"{step.clauses[0] if step.clauses else '?'} {'+'.join(step.actors)} {step.act}"


class _Guards:
    """Which rules have failed anywhere: the rest are true in every situation."""

    def __init__(self, rite: Rite) -> None:
        self.rite = rite
        self.open: dict[str, set[Guard]] = {}
        for step in rite.steps:
            for guard in rite.guards(step, rite.initial_world):
                self.open.setdefault(guard.id, set()).add(guard)
        self.all = list(self.open)

    def look(self, situation: Situation) -> None:
        from ..terms import evaluate

        failed = [id for id, guards in self.open.items() if any(not evaluate(g.test, situation.read) for g in guards)]
        for id in failed:
            del self.open[id]

    def never_false(self) -> list[str]:
        return [id for id in self.all if id in self.open]


def _visit(rite: Rite, choose: Callable[[Situation], Iterable[Move]], performed: set[int], guards: _Guards) -> None:
    from ..linting import reachable

    for situation in reachable(rite, choose):
        guards.look(situation)
        for move in choose(situation):
            performed.add(id(move.step))
            performed.update(map(id, move.assumed))


def _where(situation: Situation) -> str:
    """A situation by what would come next."""
    heads = [*(m.step for m in situation.moves), *(b.step for b in situation.blocked)]
    if not heads:
        return "(nothing is left)"
    return _act(heads[0])


def _lines(found: dict[str, Any], lang: str) -> Iterator[str]:
    outcomes = found["outcomes"] if found["outcomes"] == "every" else ", ".join(found["outcomes"])
    situations, moves, ends = found["situations"], found["moves"], found["ends"]
    zh = f"{found['rite']}：情形 {situations}，動作 {moves}，可終之處 {ends}（結果：{outcomes}）"
    en = f"{found['rite']}: {situations} situations, {moves} acts, {ends} ends (outcomes: {outcomes})"
    yield said(zh, en, lang)
    for key, zh, en in (
        ("dead_ends", "死路", "dead ends"),
        ("endless", "到不了結束的情形", "situations from which no end is reached"),
        ("ambiguous", "分不清的動作", "acts that no script could tell apart"),
        ("never_reached", "從不做到的動作", "acts never reached"),
        ("never_false", "從不違犯的規則（只列出，不算錯）", "rules never broken (listed, no fault)"),
    ):
        entries = found[key]
        yield f"{said(zh, en, lang)}: {len(entries)}"
        yield from (f"  {entry}" for entry in entries[:20])
        if len(entries) > 20:
            yield f"  … {len(entries) - 20}"
