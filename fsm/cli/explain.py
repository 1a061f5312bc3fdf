"""``sheli explain``: a code, a clause, a dispute, a rule, a commentator or a term."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from .common import (
    command_errors,
    format_option,
    language_option,
    one,
    output_option,
    put_json,
    put_text,
)  # fmt: skip

if TYPE_CHECKING:
    from ..actions import Action
    from ..rite import Rite
    from ..score import Step

Told = dict[str, Any]
"""One thing explained: `kind`, `id`, and lines in "zh" and "en"."""


@click.command("explain")
@click.argument("what", metavar="CODE|CLAUSE|DISPUTE|TERM")
@language_option
@format_option
@output_option
@command_errors
def command(what: str, lang: str, output_format: str, output: str | None) -> None:
    """Explain a code (SH601), clause (TH-04-004), dispute (TH-09), rule (throw.arrows), commentator or term.

    釋例：代碼、條目、異說、規則、注家、詞語。

    \b
    sheli explain SH601
    sheli explain TH-04-004
    sheli explain 釋算
    """
    from ..rite import UsageError

    found = [told for look in (_code, _dispute, _clause, _rule, _commentator, _term) for told in look(what)]
    if not found:
        raise UsageError("nothing-known", asked=what, known=_known(what))
    if output_format == "json":
        put_json(found, output)
        return
    put_text((line for told in found for line in (*_lines(told, lang), "")), lang, output)


def _lines(told: Told, lang: str) -> Iterator[str]:
    for name in ("zh", "en") if lang == "both" else (one(lang),):
        yield from told[name]


def _told(kind: str, id: str, zh: list[str], en: list[str]) -> Told:
    return {"kind": kind, "id": id, "zh": zh, "en": en}


def _code(what: str) -> Iterator[Told]:
    from .explanations import EXPLANATIONS

    code = what.upper()
    known = EXPLANATIONS.get(code)
    if known is None:
        return
    yield _told(
        "code",
        code,
        [f"{code} {known.title[0]}", known.meaning[0], f"例：{known.example[0]}", f"改法：{known.remedy[0]}"],
        [
            f"{code} {known.title[1]}",
            known.meaning[1],
            f"Example: {known.example[1]}",
            f"What to do: {known.remedy[1]}",
        ],
    )


def _rites() -> Iterator[Rite]:
    from ..loading import load
    from ..rites import MODULES

    return (load(name) for name in MODULES)


def _dispute(what: str) -> Iterator[Told]:
    from ..messages import who_text
    from ..rites import MODULES, definition

    for name in MODULES:
        d = next((d for d in definition(name).disputes if d.id == what.upper()), None)
        if d is None:
            continue
        zh, en = [f"{d.id} {d.zh}（{d.clause}）"], [f"{d.id} {d.en} ({d.clause})"]
        for p in d.positions:
            zh.append(f"  {d.id}={p.key}  {p.zh}：{who_text(p.holders, 'zh')}")
            en.append(f"  {d.id}={p.key}  {p.en}: {who_text(p.holders, 'en')}")
        if d.changes:
            zh.append(f"  選法：--reading {d.id}={d.positions[-1].key}")
            en.append(f"  To choose: --reading {d.id}={d.positions[-1].key}")
        else:
            zh.append("  於動作無別。")
            en.append(f"  No act differs: {d.note}.")
        yield _told("dispute", d.id, zh, en)


def _clause(what: str) -> Iterator[Told]:
    from ..messages import citation_text, script_line, source_of, who_text

    wanted = what.upper()
    for rite in _rites():
        cite = rite.citations.get(wanted)
        if cite is None:
            continue
        zh, en = [citation_text(cite, rite, (), "zh")], [f"{source_of(rite)} {cite.clause} “{cite.phrase}”"]
        acts: dict[Action, Step] = {}
        for step in rite.steps:
            if wanted in step.clauses or any(c.clause == wanted for _, c in step.detail_cites):
                from ..acting import plain_action

                acts.setdefault(plain_action(rite, step), step)
        for action, step in acts.items():
            by = who_text(step.by, "zh"), who_text(step.by, "en")
            zh.append(f"  {script_line(action, 'zh-Hant')}" + (f"（據{by[0]}補）" if step.by else ""))
            en.append(f"  {script_line(action, 'en')}" + (f" (supplied by {by[1]})" if step.by else ""))
        for rule in rite.rulebook:
            for guard in rule.guards:
                if wanted in guard.clauses:
                    zh.append(f"  規則 {guard.id}：{guard.zh}")
                    en.append(f"  rule {guard.id}: {guard.en}")
        for d in rite.profile.disputes.values():
            if d.clause == wanted:
                zh.append(f"  異說 {d.id}：{d.zh}")
                en.append(f"  dispute {d.id}: {d.en}")
        for reason in _reasons(rite, wanted):
            zh.append(f"  {reason}")
            en.append(f"  {reason}")
        yield _told("clause", wanted, zh, en)


def _reasons(rite: Rite, clause: str) -> Iterator[str]:
    from ..score import Remark, walk

    seen = set()
    for part in walk(rite.score):
        if isinstance(part, Remark) and any(c.clause == clause for c in part.cites):
            told = part.reason or ", ".join(f"{k}={v}" for k, v in part.values)
            if told and told not in seen:
                seen.add(told)
                yield told


def _rule(what: str) -> Iterator[Told]:
    from ..wording import term_text

    for rite in _rites():
        for rule in rite.rulebook:
            for guard in rule.guards:
                if guard.id == what:
                    clauses = " ".join(guard.clauses)
                    tests = [term_text(guard.test, one) for one in ("zh", "en")]
                    zh = [f"{guard.id}（{rite.definition.zh}）：{guard.zh}", f"  {tests[0]}", f"  {clauses}"]
                    en = [f"{guard.id} ({rite.definition.en}): {guard.en}", f"  {tests[1]}", f"  {clauses}"]
                    yield _told("rule", guard.id, zh, en)


def _commentator(what: str) -> Iterator[Told]:
    from ..readings import COMMENTATORS
    from ..vocabulary import fold

    for c in COMMENTATORS.values():
        if fold(what) in (fold(c.id), fold(c.zh), fold(c.pinyin)):
            told = [f"{c.id} {c.zh} {c.pinyin} ({c.era})"]
            zh, en = f"  選法：--reading {c.id}", f"  To follow him: --reading {c.id}"
            yield _told("commentator", c.id, [*told, zh], [*told, en])


def _term(what: str) -> Iterator[Told]:
    from ..vocabulary import KINDS, load
    from .words import TITLES

    vocabulary = load()
    for kind in KINDS:
        for id in vocabulary.find(what, kind):
            try:
                e = vocabulary.entry(kind, id)
            except KeyError:
                continue
            title = TITLES.get(kind, ("值", "values"))
            names = [" ".join(e.zh), " ".join(e.simp), e.pinyin, "; ".join(e.en)]
            told = "  ".join(dict.fromkeys(n for n in names if n))
            extra = [f"  {k}: {v}" for k, v in e.extra.items() if v]
            yield _told(kind, id, [f"{id}（{title[0]}）  {told}", *extra], [f"{id} ({title[1]})  {told}", *extra])
    splits = vocabulary.segment(what) if not any(vocabulary.find(what, kind) for kind in KINDS) else []
    for acts in splits:
        shown = " + ".join(f"{verb} {' '.join(f'{k}={v}' for k, v in fixed.items())}".strip() for verb, fixed in acts)
        yield _told("phrase", what, [f"「{what}」＝{shown}"], [f"“{what}” = {shown}"])


def _known(what: str) -> list[str]:
    """What might have been meant: codes, and the nearest names of the vocabulary."""
    from ..vocabulary import KINDS, load
    from .explanations import EXPLANATIONS

    vocabulary = load()
    near: list[str] = [id for kind in KINDS for id in vocabulary.nearest(what, kind, 3)]
    clauses = [c for rite in _rites() for c in rite.citations] if "-" in what else []
    return [*EXPLANATIONS, *clauses, *near]
