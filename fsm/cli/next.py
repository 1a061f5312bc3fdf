"""``sheli next``: what may be done after a script so far."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from .common import (
    asked,
    command_errors,
    format_option,
    input_options,
    language_option,
    one,
    output_option,
    put_json,
    put_text,
    read_script,
    rite_argument,
    said,
    script_argument,
    setting_options,
    stretch_options,
)  # fmt: skip
from .console import coloured, put

if TYPE_CHECKING:
    from ..checking import Checker
    from ..playing import Why
    from ..situation import Move, Situation


@click.command("next")
@rite_argument
@script_argument
@click.option("--act", "wanted", metavar="ACT", help='May this be done? E.g. --act "賓 投" or --act "guest throw".')
@stretch_options
@setting_options
@input_options
@language_option
@format_option
@output_option
@command_errors
def command(
    *, rite: str, script: str, wanted: str | None, lang: str, output_format: str, output: str | None, **options: Any
) -> None:
    """What may be done after SCRIPT so far, and what a rule forbids. SCRIPT may be -.

    腳本到此為止，接著可以做什麼；不可做的，說明緣故。

    \b
    sheli next touhu so_far.txt
    sheli next touhu so_far.txt --act "賓 投"
    """
    from ..checking import Checker
    from ..messages import report, verdict_json

    checker = Checker(asked(rite, options).load())
    read = read_script(script, options)
    verdict = checker.check(read, partial=True)
    if not verdict.conforms:
        if output_format == "json":
            put_json(verdict_json(verdict), output)
        else:
            put(report(verdict, lang, colour=output is None and coloured()), output)
        sys.exit(1)
    situation, last = _reached(checker, read.items)
    data = _data(situation)
    why_not = None if wanted is None else _why_not(checker, wanted, situation, last)
    if why_not is not None:
        data["asked"] = _asked(why_not)
    if output_format == "json":
        put_json(data, output)
    else:
        put_text(_lines(data, why_not, lang), lang, output)
    sys.exit(1 if why_not else 0)


def _reached(checker: Checker, items: Any) -> tuple[Situation, Move | None]:
    """The situation after a conforming script, and the last act."""
    last = None
    for edge in checker.align(items, partial=True).edges:
        last = edge.moves[-1] if edge.moves else edge.move or last
    return (checker.rite.start if last is None else last.target), last


def _data(situation: Situation) -> dict[str, Any]:
    from ..acting import action_of, plain_action

    rite = situation.rite
    allowed, seen = [], set()
    for move in situation.moves:
        if id(move.step) in seen:
            continue
        seen.add(id(move.step))
        allowed.append({
            "action": action_of(rite, move.step, move.details).to_json(), "optional": move.step.optional,
            "by": list(move.step.by), "late": move.late, "outcomes": {k: list(v) for k, v in move.step.outcomes},
            "passes_over": len(move.assumed),
        })  # fmt: skip
    blocked = []
    for one_blocked in situation.blocked:
        read = rite.schema.reader(one_blocked.world)
        blocked.append({
            "action": plain_action(rite, one_blocked.step).to_json(),
            "guard": [_guard(g, read) for g in one_blocked.failing],
        })  # fmt: skip
    return {"rite": rite.id, "profile": rite.profile.name, "may_end": situation.end is not None,
            "allowed": allowed, "blocked": blocked}  # fmt: skip


def _guard(guard: Any, read: Any) -> dict[str, Any]:
    from ..terms import registers
    from ..wording import term_text

    values = {name: read(name) for name in registers(guard.test)}
    return {"id": guard.id, "text": term_text(guard.test, "zh"), "values": values, "zh": guard.zh, "en": guard.en,
            "clauses": list(guard.clauses)}  # fmt: skip


def _why_not(checker: Checker, wanted: str, situation: Situation, last: Move | None) -> Why:
    """Whether an act may be done now, and if not, why."""
    from ..playing import explain
    from ..rite import UsageError
    from ..scripts import read

    items = read(wanted, name="--act", input_format="text").items
    if len(items) != 1:
        raise UsageError("one-act", asked=wanted)
    return explain(checker.explainer, (situation,), items[0].action, last)


def _asked(why: Why) -> dict[str, Any]:
    """What was asked for, and why it may not be done, as plain data."""
    from ..wording import term_text

    return {
        "action": why.action.to_json(), "allowed": not why, "kind": why.kind,
        "guard": [
            {"id": g.id, "text": term_text(g.test, "zh"), "values": dict(g.values), "zh": g.zh, "en": g.en,
             "clauses": list(g.clauses)}
            for g in why.guards
        ],
        "differing": [{"field": name, "stated": stated, "right": right} for name, stated, right in why.differing],
        "when": None if why.when is None else {one: term_text(why.when, one) for one in ("zh", "en")},
        "done": why.twin,
        "unknown": [{"field": u.field, "text": u.text, "nearest": list(u.nearest)} for u in why.action.unknown],
        "clauses": [{"clause": c.clause, "phrase": c.phrase} for c in why.citations],
    }  # fmt: skip


def _lines(data: dict[str, Any], why_not: Why | None, lang: str) -> Iterator[str]:
    from ..messages import script_line
    from ..wording import values_text

    zh = one(lang) == "zh"

    def shown(action: dict[str, Any]) -> str:
        return script_line(_action(action), lang)

    def why(guards: list[dict[str, Any]]) -> Iterator[str]:
        for g in guards:
            values = values_text(g["values"], one(lang))
            basis = ", ".join([g["id"], *g["clauses"]])
            yield f"      {said(g['zh'], g['en'], lang)}: {values}  [{basis}]"

    if why_not is not None:
        yield from (*replace(why_not, expected=()).in_words(lang).splitlines(), "")
    yield f"{said('可以做', 'May be done', lang)}:"
    for entry in data["allowed"]:
        marks = {"manner": said("儀節，可略", "manner, may be left out", lang),
                 "unsaid": said("經所未言，可略", "not in the text, may be left out", lang)}  # fmt: skip
        mark = marks.get(entry["optional"] or "", "")
        outcome = "; ".join(f"{k}={'|'.join(map(str, v))}" for k, v in entry["outcomes"].items())
        late = said("已遲", "late", lang) if entry["late"] else ""
        extra = "; ".join(x for x in (mark, outcome, late) if x)
        yield f"  {shown(entry['action'])}" + (f"   ({extra})" if extra else "")
    if data["may_end"]:
        yield f"  {said('禮可以到此為止', 'the rite may end here', lang)}"
    elif not data["allowed"]:
        yield f"  {'（無）' if zh else 'nothing'}"
    if data["blocked"]:
        yield f"{said('次序已到，而規則不許', 'Due, but forbidden by a rule', lang)}:"
        for entry in data["blocked"]:
            yield f"  {shown(entry['action'])}"
            yield from why(entry["guard"])


def _action(data: dict[str, Any]) -> Any:
    from ..actions import Action

    def many(value: Any) -> tuple[str, ...]:
        return tuple(value) if isinstance(value, list) else (value,) if value else ()

    fields = {k: v for k, v in data.items() if k in ("act", "object", "place", "facing", "words", "manner", "passage")}
    return Action(actors=many(data.get("actor")), addressee=many(data.get("addressee")),
                  data=tuple(sorted(data.get("data", {}).items())), **fields)  # fmt: skip
