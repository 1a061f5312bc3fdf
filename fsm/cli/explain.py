"""``sheli explain``: a code, a clause, a dispute, a rule, a commentator or a term."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
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
    from ..readings import Dispute
    from ..rite import Rite, Section
    from ..rules import Guard
    from ..score import Citation, Step

_DISPUTE = re.compile(r"[A-Za-z]{2}-\d+")
_MOST_CLAUSES = 20

_VARIABLES = {
    "place_level": ("所至之處在堂在庭", "level of the place"),
    "own_target": ("所當之侯", "own target"),
    "partner": ("其耦", "partner"),
    "team": ("其黨", "own side"),
}
"""What is always true of a person or a place, by name; what an act states is named by the vocabulary."""

_CASTS: dict[str, dict[str, Any]] = {"DS-39": {"great_officers": 3, "officer_with_great_officer": "yes"}}
"""The cast that a dispute needs to matter, where it is not the one there is unless one chooses."""

Told = dict[str, Any]
"""One thing explained: `kind`, `id`, and lines in "zh" and "en"."""


@click.command("explain")
@click.argument("what", metavar="CODE|CLAUSE|DISPUTE|TERM")
@language_option
@format_option
@output_option
@command_errors
def command(what: str, lang: str, output_format: str, output: str | None) -> None:
    """Explain a code (SH601), rite, section (TH-04), clause (TH-04-004), words of the classic (如初), dispute
    (TH-09), rule (throw.arrows), commentator or term.

    釋例：代碼、禮、節、條目、經文字句、異說、規則、注家、詞語。

    \b
    sheli explain SH601
    sheli explain TH-04-004
    sheli explain 釋算
    """
    from ..rite import UsageError

    looks = (_code, _dispute, _rite, _section, _clause, _rule, _commentator, _term, _person, _phrase)
    found = [told for look in looks for told in look(what)]
    if not found and _DISPUTE.fullmatch(what):
        id = what.upper()
        near = [known for known in _disputes() if known[:2] == id[:2]]
        raise UsageError("unknown-dispute", asked=id, known=near or _disputes())
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


@cache
def _rites() -> tuple[Rite, ...]:
    """Every rite as it is unless one chooses; nearly every way of looking asks for them."""
    from ..loading import load
    from ..rites import MODULES

    return tuple(map(load, MODULES))


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
            for line_zh, line_en in _choosing(name, d):
                zh.append(f"  {line_zh}")
                en.append(f"  {line_en}")
        else:
            zh.append(f"  於動作無別：{d.note.zh}。")
            en.append(f"  No act differs: {d.note.en}.")
        yield _told("dispute", d.id, zh, en)


def _choosing(name: str, d: Dispute) -> Iterator[tuple[str, str]]:
    """How a position is chosen, on what that depends, and where to see what it changes."""
    from ..deciding import conditions
    from ..loading import load, under

    rite, cast = load(name), ""
    if not (found := conditions(rite, d.id)) and (needs := _CASTS.get(d.id)):
        rite = load(name, cast=needs)
        found = conditions(rite, d.id)
        cast = f" --cast {','.join(f'{key}={value}' for key, value in needs.items())}"
        yield f"惟有其人時有別：{cast[1:]}", f"It matters only with such a cast: {cast[1:]}"
    needed = [f"{id}={key}" for id, key in sorted(next(iter(found), ()))]
    if needed:
        yield f"惟從 {' '.join(needed)} 時有別", f"It matters only with {' '.join(needed)}"
    needed = [word for word in needed if rite.profile.chosen(word.partition("=")[0]) != word.partition("=")[2]]
    base = under(rite, *needed)
    others = [p.key for p in reversed(d.positions) if p.key != base.profile.chosen(d.id)]
    shown = {key: _differing(base, under(base, f"{d.id}={key}")) for key in others}
    other = next((key for key, where in shown.items() if where), others[0] if others else base.profile.chosen(d.id))
    choice = f"--reading {','.join([*needed, f'{d.id}={other}'])}{cast}"
    yield f"選法：{choice}", f"To choose: {choice}"
    if where := shown.get(other):
        command = f"sheli show {name} {where} {choice}"
        yield f"看其儀：{command}", f"What is then done: {command}"
    elif _said_otherwise(base, under(base, f"{d.id}={other}")):
        command = f"sheli perform {name} {choice}"
        yield f"所別在所告之數與辭，演之可見：{command}", f"What is reported differs, as a performance shows: {command}"
    else:
        yield "所別在規則，不在動作", "A rule differs, no act of the score"


def _said_otherwise(one: Rite, other: Rite) -> bool:
    """Whether the acts of two readings differ in what follows from how things stand."""
    a, b = ({(step.act, repr(step.details)) for step in rite.steps} for rite in (one, other))
    return a != b


def _differing(one: Rite, other: Rite) -> str:
    """The options of `sheli show` with which two readings of a rite look different; empty if none do."""
    from .show import rows_of

    order = [section.id for section in one.sections]
    for expand in (False, True):
        a, b = ([row for row in rows_of(rite, expand) if row.kind != "reading"] for rite in (one, other))
        if found := [id for id in order if [r for r in a if r.section == id] != [r for r in b if r.section == id]]:
            return f"--from {found[0]} --to {found[-1]}{' --expand' if expand else ''}"
    return ""


def _rite(what: str) -> Iterator[Told]:
    """A rite: its sections, and where to read it."""
    from ..rites import MODULES, definition
    from ..vocabulary import fold

    for name in MODULES:
        d = definition(name)
        if fold(what) not in (fold(d.id), fold(d.zh), fold(d.en)):
            continue
        zh = [f"{d.id} {d.zh}（{d.source}）", *(f"  {s.id} {s.zh}" for s in d.sections)]
        en = [f"{d.id} {d.en} ({d.source})", *(f"  {s.id} {s.en}" for s in d.sections)]
        yield _told("rite", d.id, [*zh, f"  看全禮：sheli show {name}"], [*en, f"  The whole of it: sheli show {name}"])


def _section(what: str) -> Iterator[Told]:
    """A section, by its id or its title: how many clauses, its disputes, and where to read it."""
    from ..rites import MODULES, definition
    from ..vocabulary import fold

    for name in MODULES:
        for section in definition(name).sections:
            if fold(what) in (fold(section.id), fold(section.zh), fold(section.en)):
                yield _told_section(name, section)


def _told_section(name: str, section: Section) -> Told:
    rite = next(rite for rite in _rites() if rite.id == name)
    number = sum(c.section == section.id for c in rite.citations.values())
    disputed = [d for d in rite.profile.disputes.values() if d.section == section.id]
    shown = f"sheli show {name} --from {section.id} --to {section.id}"
    zh = [f"{section.id} {section.zh}（{rite.definition.zh}）：{number} 條"]
    en = [f"{section.id} {section.en} ({rite.definition.en}): {number} clauses"]
    zh += [f"  異說 {d.id}：{d.zh}（{d.clause}）" for d in disputed]
    en += [f"  dispute {d.id}: {d.en} ({d.clause})" for d in disputed]
    return _told("section", section.id, [*zh, f"  看全節：{shown}"], [*en, f"  The whole of it: {shown}"])


def _phrase(what: str) -> Iterator[Told]:
    """The clauses whose words have these in them, or which have them between two that follow each other."""
    from ..messages import citation_text

    if what.isascii():
        return
    for rite in _rites():
        found = _with_words(what, [cite for cite in rite.citations.values() if cite.phrase])
        if not found:
            continue
        lines = [f"  {citation_text(cite, rite, (), 'zh')}" for cite in found[:_MOST_CLAUSES]]
        rest = " ".join(cite.clause for cite in found[_MOST_CLAUSES:])
        number = "1 clause" if len(found) == 1 else f"{len(found)} clauses"
        zh = [f"「{what}」見於{rite.definition.zh} {len(found)} 條：", *lines]
        en = [f"“{what}” is in {number} of {rite.definition.en}:", *lines]
        if rest:
            zh.append(f"  又：{rest}")
            en.append(f"  and: {rest}")
        yield _told("words of the classic", what, [*zh, "  其儀：sheli explain 條目"],
                    [*en, "  What is done: sheli explain CLAUSE"])  # fmt: skip


def _with_words(what: str, cites: list[Citation]) -> list[Citation]:
    from ..vocabulary import fold

    wanted = fold(what)
    found = [cite for cite in cites if wanted in fold(cite.phrase)]
    if found:
        return found
    cites = sorted(cites, key=lambda cite: cite.clause)
    both = [pair for pair in pairwise(cites) if pair[0].section == pair[1].section
            and wanted in fold(pair[0].phrase) + fold(pair[1].phrase)]  # fmt: skip
    return [cite for pair in both for cite in pair]


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
            # Done 如初: where it is told for the first time.
            if step.cites and (home := step.cites[0].clause) != wanted and wanted in step.clauses:
                zh_by, en_by = f"{zh_by}〔{home}〕", f"{en_by} [{home}]"
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
            told = part.zh, part.en
            if any(told) and told not in seen:
                seen.add(told)
                yield told


def _rule(what: str) -> Iterator[Told]:
    """A rule, in the rites that have such an act; if none has, as it stands."""
    rites = _rites()
    of = {rite.id: {step.act for step in rite.steps} for rite in rites}
    known = [(rite, rule.verb, g) for rite in rites for rule in rite.rulebook for g in rule.guards if g.id == what]
    done = [(rite, guard) for rite, verb, guard in known if verb in of[rite.id]]
    for rite, guard in done:
        yield _told_rule(guard, rite.definition.zh, rite.definition.en)
    if known and not done:
        yield _told_rule(known[0][2], "所編之禮未有此動作", "no rite here has such an act")


def _told_rule(guard: Guard, zh: str, en: str) -> Told:
    from ..wording import term_text

    tests = [f"  {_named_variables(term_text(guard.test, lang), lang)}" for lang in ("zh", "en")]
    clauses = [f"  {' '.join(guard.clauses)}"] if guard.clauses else []
    return _told("rule", guard.id, [f"{guard.id}（{zh}）：{guard.zh}", tests[0], *clauses],
                 [f"{guard.id} ({en}): {guard.en}", tests[1], *clauses])  # fmt: skip


def _named_variables(test: str, lang: str) -> str:
    """What a rule says of whoever acts, and of the details of his act, by their names."""
    from ..wording import field_text

    def named(found: re.Match[str]) -> str:
        id = found[1]
        told = _VARIABLES.get(id)
        return f"⟨{told[lang != 'zh'] if told else field_text(id, lang).split('; ')[0]}⟩"

    return re.sub(r"⟨(\w+)⟩", named, test)


def _commentator(what: str) -> Iterator[Told]:
    """A commentator, by id, name, surname or as he is cited (敖氏, 賈疏), and the positions that he holds."""
    from ..readings import COMMENTATORS
    from ..vocabulary import fold

    asked = fold(what)
    for c in COMMENTATORS.values():
        short = (c.zh[0], f"{c.zh[0]}氏", f"{c.zh[0]}注", f"{c.zh[0]}疏", c.zh.removesuffix("案"))
        if asked not in {fold(name) for name in (c.id, c.zh, c.pinyin, *short)}:
            continue
        told = [f"{c.id} {c.zh} {c.pinyin} ({c.era})"]
        zh, en = [f"  選法：--reading {c.id}"], [f"  To follow him: --reading {c.id}"]
        for d, p, chosen in _held(c.id):
            mark = "●" if p == chosen else "○"
            note = ("；於動作無別", "; no act differs") if d.note else ("", "")
            zh.append(f"  {mark} {d.id}={p} {d.zh}：{_said(d, p)[0]}{note[0]}")
            en.append(f"  {mark} {d.id}={p} {d.en}: {_said(d, p)[1]}{note[1]}")
        if len(zh) > 1:
            zh.append("  ● 不選亦從之；○ 須選方從")
            en.append("  ● is followed anyhow; ○ when chosen")
        yield _told("commentator", c.id, [*told, *zh], [*told, *en])


def _held(who: str) -> Iterator[tuple[Dispute, str, str]]:
    """The positions somebody holds: the dispute, the key of his, and the key of what is followed unless one chooses."""
    from ..readings import Profile
    from ..rites import MODULES, definition

    for name in MODULES:
        known = {d.id: d for d in definition(name).disputes}
        profile = Profile(disputes=known)
        for d in known.values():
            yield from ((d, p.key, profile.chosen(d.id)) for p in d.positions if who in p.holders)


def _said(dispute: Dispute, key: str) -> tuple[str, str]:
    return next((p.zh, p.en) for p in dispute.positions if p.key == key)


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


def _person(what: str) -> Iterator[Told]:
    """Persons by a name that is in no table: 次耦, 大侯獲者, upper archer 2."""
    from ..scripts.names import Names
    from ..vocabulary import load

    vocabulary = load()
    if any(vocabulary.find(what, kind) for kind in ("verb", "object", "place")):
        return
    people = vocabulary.find(what, "role") or Names().people(what) or ()
    for id in (id for id in people if id not in vocabulary.ids("role")):
        names = [vocabulary.name(id, lang, "role") for lang in ("zh-Hant", "zh-Hans", "pinyin", "en")]
        told = "  ".join(dict.fromkeys(n for n in names if n and n != id))
        yield _told("role", id, [f"{id}（人）  {told}"], [f"{id} (persons)  {told}"])


def _known(what: str) -> list[str]:
    """What might have been meant: codes, and the nearest names of the vocabulary."""
    from ..vocabulary import KINDS, load
    from .explanations import EXPLANATIONS

    vocabulary = load()
    near: list[str] = [id for kind in KINDS for id in vocabulary.nearest(what, kind, 3)]
    clauses = [c for rite in _rites() for c in rite.citations] if "-" in what else []
    return [*EXPLANATIONS, *clauses, *near]
