"""``sheli explain``: a code, a clause, a dispute, a rule, a commentator or a term."""

from __future__ import annotations

import re
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

_DISPUTE = re.compile(r"[A-Za-z]{2}-\d+")
_MOST_CLAUSES = 20

Told = dict[str, Any]
"""One thing explained: `kind`, `id`, and lines in "zh" and "en"."""


@click.command("explain")
@click.argument("what", metavar="CODE|CLAUSE|DISPUTE|TERM")
@language_option
@format_option
@output_option
@command_errors
def command(what: str, lang: str, output_format: str, output: str | None) -> None:
    """Explain a code (SH601), section (TH-04), clause (TH-04-004), words of the classic (如初), dispute (TH-09),
    rule (throw.arrows), commentator or term.

    釋例：代碼、節、條目、經文字句、異說、規則、注家、詞語。

    \b
    sheli explain SH601
    sheli explain TH-04-004
    sheli explain 釋算
    """
    from ..rite import UsageError

    found = [told for look in (_code, _dispute, _section, _clause, _rule, _commentator, _term) for told in look(what)]
    found = found or list(_phrase(what))
    if not found and _DISPUTE.fullmatch(what):
        id = what.upper()
        raise UsageError("unknown-dispute", asked=id, known=[known for known in _disputes() if known[:2] == id[:2]])
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


def _disputes() -> list[str]:
    """The id of every dispute."""
    from ..rites import MODULES, definition

    return [dispute.id for name in MODULES for dispute in definition(name).disputes]


def _dispute(what: str) -> Iterator[Told]:
    from ..messages import who_text
    from ..rites import MODULES, definition

    for name in MODULES:
        d = next((d for d in definition(name).disputes if d.id == what.upper()), None)
        if d is None:
            continue
        zh, en = [f"{d.id} {d.zh}（{d.clause}）"], [f"{d.id} {d.en} ({d.clause})"]
        for p in d.positions:
            # Nobody need hold what the text says as it stands.
            zh.append(f"  {d.id}={p.key}  {p.zh}" + (f"：{who_text(p.holders, 'zh')}" if p.holders else ""))
            en.append(f"  {d.id}={p.key}  {p.en}" + (f": {who_text(p.holders, 'en')}" if p.holders else ""))
        if d.note is None:
            choice = f"--reading {d.id}={d.positions[-1].key}"
            shown = f"sheli show {name} --from {d.section} --to {d.section} {choice}"
            zh += [f"  選法：{choice}", f"  看其儀：{shown}"]
            en += [f"  To choose: {choice}", f"  What is then done: {shown}"]
        else:
            zh.append(f"  於動作無別：{d.note.zh}。")
            en.append(f"  No act differs: {d.note.en}.")
        yield _told("dispute", d.id, zh, en)


def _section(what: str) -> Iterator[Told]:
    """A section: its title, how many clauses, its disputes, and where to read it."""
    for rite in _rites():
        section = next((s for s in rite.definition.sections if s.id == what.upper()), None)
        if section is None:
            continue
        number = sum(c.section == section.id for c in rite.citations.values())
        disputed = [d for d in rite.profile.disputes.values() if d.section == section.id]
        shown = f"sheli show {rite.id} --from {section.id} --to {section.id}"
        zh = [f"{section.id} {section.zh}（{rite.definition.zh}）：{number} 條"]
        en = [f"{section.id} {section.en} ({rite.definition.en}): {number} clauses"]
        zh += [f"  異說 {d.id}：{d.zh}（{d.clause}）" for d in disputed]
        en += [f"  dispute {d.id}: {d.en} ({d.clause})" for d in disputed]
        yield _told("section", section.id, [*zh, f"  看全節：{shown}"], [*en, f"  The whole of it: {shown}"])


def _phrase(what: str) -> Iterator[Told]:
    """The clauses whose words have these in them."""
    from ..messages import citation_text
    from ..vocabulary import fold

    if what.isascii():
        return
    for rite in _rites():
        found = [cite for cite in rite.citations.values() if fold(what) in fold(cite.phrase)]
        if not found:
            continue
        lines = [f"  {citation_text(cite, rite, (), 'zh')}" for cite in found[:_MOST_CLAUSES]]
        more = len(found) - _MOST_CLAUSES
        zh = [f"「{what}」見於{rite.definition.zh} {len(found)} 條：", *lines]
        en = [f"“{what}” is in {len(found)} clauses of {rite.definition.en}:", *lines]
        if more > 0:
            zh.append(f"  …另有 {more} 條")
            en.append(f"  … and {more} more")
        yield _told("words of the classic", what, [*zh, "  其儀：sheli explain 條目"],
                    [*en, "  What is done: sheli explain CLAUSE"])  # fmt: skip


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
        done: dict[tuple[str, str], None] = {}
        for action, step in acts.items():
            by = who_text(step.by, "zh"), who_text(step.by, "en")
            told = script_line(action, "zh-Hant"), script_line(action, "en")
            zh_by, en_by = (f"（據{by[0]}補）", f" (supplied by {by[1]})") if step.by else ("", "")
            done[f"  {told[0]}{zh_by}", f"  {told[1]}{en_by}"] = None
        zh += [line for line, _ in done]
        en += [line for _, line in done]
        for rule in rite.rulebook:
            for guard in rule.guards:
                if wanted in guard.clauses:
                    zh.append(f"  規則 {guard.id}：{guard.zh}")
                    en.append(f"  rule {guard.id}: {guard.en}")
        for d in rite.profile.disputes.values():
            if d.clause == wanted:
                zh.append(f"  異說 {d.id}：{d.zh}")
                en.append(f"  dispute {d.id}: {d.en}")
        for said_zh, said_en in _reasons(rite, wanted):
            zh.append(f"  {said_zh}")
            en.append(f"  {said_en}")
        yield _told("clause", wanted, zh, en)


def _reasons(rite: Rite, clause: str) -> Iterator[tuple[str, str]]:
    from ..score import Remark, walk

    seen = set()
    for part in walk(rite.score):
        if isinstance(part, Remark) and any(c.clause == clause for c in part.cites):
            measures = ", ".join(f"{k}={v}" for k, v in part.values)
            told = (part.zh, part.en) if part.kind == "nothing" else (measures, measures)
            if any(told) and told not in seen:
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
            # The columns beside the names are in English.
            extra = [f"  {k}: {v}" for k, v in e.extra.items() if v not in ("", "-")]
            yield _told(kind, id, [f"{id}（{title[0]}）  {told}"], [f"{id} ({title[1]})  {told}", *extra])
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
