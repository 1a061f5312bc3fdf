"""``sheli show``: the score as text, clause by clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from .common import (
    asked,
    command_errors,
    format_option,
    language_option,
    one,
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
    from ..score import Citation, Named, Score, Step


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the score.

    kind: title, act, remark, when, loop, repeat, choice, together, crossing, reading or idle (a reading asked for
    that changes nothing).
    section: where it stands; what is done 如初 stands in the section that says so, though its clause is an earlier one.
    basis: of an act "attested", "supplied" (by a commentator), "editorial" or "manner".
    """

    kind: str
    depth: int
    clause: str = ""
    phrase: str = ""
    action: Any = None
    basis: str = ""
    by: tuple[str, ...] = ()
    zh: str = ""
    en: str = ""
    home: str = ""

    @property
    def section(self) -> str:
        return self.home or self.clause.rpartition("-")[0]


MARKS = {"attested": "──", "supplied": "┄┄", "editorial": "··", "manner": "~~"}
"""How sure an act is: the text says it, a commentator supplies it, the editors do; or it is manner."""


@click.command("show")
@rite_argument
@stretch_options
@setting_options
@click.option("--expand", is_flag=True, help="Write out repetitions (如初) and every round and pair.")
@language_option
@format_option
@output_option
@command_errors
def command(rite: str, expand: bool, lang: str, output_format: str, output: str | None, **options: Any) -> None:
    """Show the score of RITE: clause | phrase of the classic | act, with its readings.

    經文、儀節對照，並列諸家異說。

    Marks: ── the text says it, ┄┄ a commentator supplies it, ·· the editors do, ~~ manner.

    \b
    sheli show touhu --from TH-04 --to TH-04
    sheli show touhu --reading ludian --expand
    """
    wanted = asked(rite, options)
    made = wanted.load()
    order = [s.id for s in made.sections]
    first = order.index(wanted.start) if wanted.start else 0
    last = order.index(wanted.end) + 1 if wanted.end else len(order)
    shown = frozenset(order[first:last])
    rows = [*_idle_rows(made, shown), *pruned(list(rows_of(made, expand)), shown)]
    if output_format == "json":
        put_json([_json(r) for r in rows], output)
    else:
        put_text(_lines(rows, made, lang), lang, output)


def _json(row: Row) -> dict[str, Any]:
    out = {"kind": row.kind, "depth": row.depth, "clause": row.clause, "phrase": row.phrase, "basis": row.basis,
           "by": list(row.by), "zh": row.zh, "en": row.en}  # fmt: skip
    if row.action is not None:
        out["action"] = row.action.to_json()
    return {k: v for k, v in out.items() if v not in ("", [])}


def rows_of(rite: Rite, expand: bool = False) -> Iterator[Row]:
    """The rows of the score, readings with all their positions, in authored order."""
    yield from _rows(rite.full_score, rite, expand, 0)


def _idle_rows(rite: Rite, sections: frozenset[str]) -> Iterator[Row]:
    """What is to be said of disputes decided one by one that change nothing in what is shown."""
    from ..deciding import idle

    for id in rite.profile.overrides:
        dispute = rite.profile.disputes[id]
        why = idle(rite, id) if dispute.section in sections else None
        if why is not None:
            yield Row("idle", 0, zh=f"※ {id} {dispute.zh}：{why[0]}", en=f"※ {id} {dispute.en}: {why[1]}")


def pruned(rows: list[Row], sections: frozenset[str]) -> list[Row]:
    """The rows of some sections, with the titles and conditions that they stand under."""
    kept: list[Row] = []
    above = -1
    for row in reversed(rows):
        if row.section in sections or (not row.clause and row.depth < above):
            kept.append(row)
            above = row.depth
        elif row.depth < above:
            above = row.depth
    return kept[::-1]


def _rows(part: Score, rite: Rite, expand: bool, depth: int) -> Iterator[Row]:
    from ..score import Choice, Crossing, Loop, Named, Reading, Remark, Repeated, Step, Together, When
    from ..wording import term_text

    def inside(more: int = 1) -> Iterator[Row]:
        for child in part.children:
            yield from _rows(child, rite, expand, depth + more)

    def tested(kind: str, term: Any, zh: str, en: str, cites: Any) -> Row:
        clause, phrase = (cites[0].clause, cites[0].phrase) if cites else ("", "")
        return Row(kind, depth, clause, phrase, zh=f"{zh} {term_text(term, 'zh')}", en=f"{en} {term_text(term, 'en')}")

    match part:
        case Step():
            yield from _act(part, rite, depth)
        case Remark():
            yield _remark(part, depth)
        case When(guard=guard, cites=cites):
            yield tested("when", guard, "若", "when", cites)
            yield from inside()
        case Loop(test=test, cites=cites):
            yield tested("loop", test, "↻ 只要", "↻ while", cites)
            yield from inside()
        case Repeated(copies=copies, label=label):
            times = "once" if len(copies) == 1 else f"{len(copies)} times"
            zh, en = _label(label)
            yield Row("loop", depth, zh=f"↻ {len(copies)} 次{zh}", en=f"↻ {times}{en}")
            yield from _copies(copies, rite, expand, depth + 1)
        case Reading():
            yield from _reading(part, rite, expand, depth)
        case Named():
            yield from _named(part, rite, expand, depth)
        case Choice(branches):
            if in_any_order := _alike(branches, rite, expand, depth):
                yield Row("choice", depth, zh="不拘先後", en="in any order")
                yield from in_any_order
            else:
                yield from _branches("choice", ("擇一", "one of"), branches, rite=rite, expand=expand, depth=depth)
        case Together(branches):
            yield from _branches("together", ("並行", "side by side"), branches, rite=rite, expand=expand, depth=depth)
        case Crossing():
            yield Row("crossing", depth, zh="相交：並行的兩邊同行此事", en="crossing: done by both sides together")
            yield from inside()
        case _:
            yield from inside(0)


def _copies(copies: tuple[Score, ...], rite: Rite, expand: bool, depth: int) -> Iterator[Row]:
    """Every time; or the first, and those others that have a clause of their own: the first pair comes down while the
    second goes up."""
    seen: set[str] = set()
    for number, copy in enumerate(copies, 1):
        rows = [*_rows(copy, rite, expand, depth)]
        clauses = {row.clause for row in rows if row.clause}
        if not expand and seen and clauses <= seen:
            continue
        if seen and not expand:
            yield Row("loop", depth - 1, zh=f"↻ 第 {number} 次", en=f"↻ time {number}")
        seen |= clauses | {""}
        yield from rows


def _label(label: str) -> tuple[str, str]:
    """What a repetition is called, behind its number, in the language that it is called so in."""
    if label.startswith("×"):
        return "", ""
    return ("", f" ({label})") if label.isascii() else (f"（{label}）", "")


def _branches(
    kind: str, words: tuple[str, str], branches: tuple[Score, ...], *, rite: Rite, expand: bool, depth: int
) -> Iterator[Row]:
    zh, en = words
    for number, branch in enumerate(branches, 1):
        yield Row(kind, depth, zh=f"{zh} {number}/{len(branches)}", en=f"{en} {number}/{len(branches)}")
        yield from _rows(branch, rite, expand, depth + 1)


def _alike(branches: tuple[Score, ...], rite: Rite, expand: bool, depth: int) -> list[Row]:
    """The rows of one branch, if all have the same in some order or other; else nothing."""
    first, *others = ([*_rows(branch, rite, expand, depth + 1)] for branch in branches)
    lines = sorted(map(repr, first))
    return first if all(sorted(map(repr, rows)) == lines for rows in others) else []


def _act(step: Step, rite: Rite, depth: int) -> Iterator[Row]:
    """An act, and after it the clauses that say no more than a detail of it."""
    from ..acting import plain_action
    from ..wording import field_text

    cite = step.cites[0] if step.cites else None
    action = plain_action(rite, step)
    bases = {None: "attested", "unsaid": "supplied", "manner": "manner"}
    basis = "editorial" if step.editorial else bases[step.optional]
    zh, en = (_outcomes(step, lang) for lang in ("zh", "en"))
    yield Row("act", depth, cite.clause if cite else "", cite.phrase if cite else "", action, basis, step.by,
               zh=zh, en=en, home=step.section)  # fmt: skip
    told: dict[Citation, list[str]] = {}
    for field, at in step.detail_cites:
        if at.clause not in step.clauses:
            told.setdefault(at, []).append(field)
    for at, fields in told.items():
        named_zh, named_en = ([field_text(f, lang).split("; ")[0] for f in fields] for lang in ("zh", "en"))
        yield Row("remark", depth, at.clause, at.phrase, zh=f"— 上之{'、'.join(named_zh)}",
                  en=f"— of the act above: {', '.join(named_en)}", home=step.section)  # fmt: skip


def _outcomes(step: Step, lang: str) -> str:
    """What an act may decide, as in a script (中否=是|否), and what in it follows from how things stand (…)."""
    from ..terms import Term
    from ..wording import field_text, value_text

    told = [(k, "|".join(value_text(v, lang) for v in values)) for k, values in step.outcomes]
    told += [(k, "…") for k, v in step.details if isinstance(v, Term)]
    return "; ".join(f"{field_text(k, lang).split('; ')[0]}={text}" for k, text in told)


def _remark(remark: Any, depth: int) -> Row:
    from ..wording import act_text

    cite = remark.cites[0] if remark.cites else None
    clause, phrase = (cite.clause, cite.phrase) if cite else ("", "")
    match remark.kind:
        case "nothing":
            zh, en = f"— {remark.zh}", f"— {remark.en}"
        case "law":
            zh, en = f"規則 {', '.join(remark.guards)}", f"rule {', '.join(remark.guards)}"
        case "property":
            zh, en = f"度數：{remark.zh}", f"measures: {remark.en}"
        case _:
            from ..actions import Action

            step = remark.pattern
            told = Action(actors=step.actors, act=step.act, object=step.detail("object"))
            zh, en = f"不做：{act_text(told, 'zh')}", f"not done: {act_text(told, 'en')}"
    return Row("remark", depth, clause, phrase, basis=remark.kind, zh=zh, en=en)


def _reading(part: Any, rite: Rite, expand: bool, depth: int) -> Iterator[Row]:
    from ..messages import who_text

    dispute = rite.profile.disputes[part.dispute]
    chosen = rite.profile.chosen(part.dispute)
    said_zh, said_en = [], []
    for p in dispute.positions:
        mark = "●" if p.key == chosen else "○"
        # Nobody need hold what the text says as it stands.
        said_zh.append(f"{mark} {p.key} {p.zh}" + (f"（{who_text(p.holders, 'zh')}）" if p.holders else ""))
        said_en.append(f"{mark} {p.key} {p.en}" + (f" ({who_text(p.holders, 'en')})" if p.holders else ""))
    yield Row("reading", depth, zh=f"異說 {dispute.id} {dispute.zh}：{'；'.join(said_zh)}",
              en=f"reading {dispute.id} {dispute.en}: {'; '.join(said_en)}")  # fmt: skip
    yield from _rows(dict(part.positions)[chosen], rite, expand, depth + 1)


def _added(rows: Iterable[Row], clause: str, homes: Iterable[str], depth: int) -> Iterator[Row]:
    """What the section that says 如初 adds of its own: stands after that, or all the rest is of other sections."""
    section = clause.rpartition("-")[0]
    elsewhere = any(not home.startswith(f"{section}-") for home in homes)
    own = [row for row in rows if row.clause.startswith(f"{section}-") and row.clause != clause]
    kept = [row for row in own if elsewhere or row.clause > clause]
    least = min((row.depth for row in kept), default=0)
    seen: set[Row] = set()
    for row in kept:
        if (told := replace(row, depth=0)) not in seen:
            seen.add(told)
            yield replace(row, depth=depth + row.depth - least)


def ranges(clauses: Iterable[str]) -> str:
    """Clauses in few words: DS2-01-035…041, 053…060."""
    numbers: dict[str, list[int]] = {}
    for clause in sorted(set(clauses)):
        section, _, last = clause.rpartition("-")
        numbers.setdefault(section, []).append(int(last))
    said = []
    for section, found in numbers.items():
        runs: list[list[int]] = []
        for number in found:
            # Between two acts of one passage stand clauses without an act.
            if runs and number - runs[-1][1] <= _GAP:
                runs[-1][1] = number
            else:
                runs.append([number, number])
        told = (f"{a:03}" if a == b else f"{a:03}…{b:03}" for a, b in runs)
        said.append(f"{section}-{', '.join(told)}")
    return "; ".join(said)


_GAP = 3


def _named(part: Named, rite: Rite, expand: bool, depth: int) -> Iterator[Row]:
    from ..score import steps

    if part.kind == "repeat":
        cite = part.cites[0] if part.cites else None
        clause, phrase = (cite.clause, cite.phrase) if cite else ("", part.name)
        homes = {step.cites[0].clause for step in steps(part.body) if step.cites}
        zh, en = f"如前：{part.name}（{ranges(homes)}）", f"as before: {part.name} ({ranges(homes)})"
        yield Row("repeat", depth, clause, phrase, zh=zh, en=en)
        rows = _rows(part.body, rite, expand, depth + 1)
        yield from rows if expand else _added(rows, clause, homes, depth + 1)
        return
    if part.name in {section.id for section in rite.definition.sections}:
        # A whole section; it has a heading of its own.
        yield from _rows(part.body, rite, expand, depth + 1)
        return
    # A name that is no word of the classic is the author's, and no title in Chinese.
    zh = "" if part.name.isascii() else f"[{part.name}]"
    yield Row("title", depth, zh=zh, en=f"[{part.english or part.name}]")
    yield from _rows(part.body, rite, expand, depth + 1)


def _lines(rows: list[Row], rite: Rite, lang: str) -> Iterator[str]:
    from ..messages import script_line, who_text

    last_clause, section = "", ""
    titles = {s.id: said(s.zh, s.en, lang) for s in rite.sections}
    for row in rows:
        if row.section and row.section != section:
            section = row.section
            yield ""
            yield f"== {section} {titles.get(section, '')} =="
        clause = "" if row.clause == last_clause else row.clause
        last_clause = row.clause or last_clause
        told = row.zh if one(lang) == "zh" else row.en
        if row.kind == "title" and not told:
            continue
        if row.kind == "act":
            line = script_line(row.action, lang)
            who = who_text(row.by, one(lang))
            by = (f"  （{who}）" if one(lang) == "zh" else f"  ({who})") if who else ""
            told = f"{MARKS[row.basis]} {line}{f'  {told}' if told else ''}{by}"
        yield f"{clause:10} | {_padded(row.phrase if clause else '', 20)} | {'  ' * min(row.depth, 8)}{told}".rstrip()


def _padded(text: str, width: int) -> str:
    """The text filled with spaces to a width in columns; ideographs take two."""
    from unicodedata import east_asian_width

    used = sum(2 if east_asian_width(c) in "WF" else 1 for c in text)
    return text + " " * max(0, width - used)
