"""What is said to people: of findings, problems and errors of use; reports, and verdicts as plain data.

Templates are those of `fsm.templates`, names those of the vocabulary (`fsm.wording`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from .acting import plain_action
from .actions import Action, Item, Place, Problem
from .checking import MOST_EXPECTED, Finding, UnreadableScript, Verdict
from .hints import Hint, hints
from .readings import COMMENTATORS
from .rite import CastKey, Definition, Rite, Section
from .rites import definition
from .score import Citation
from .templates import FINDINGS, HINTS, PROBLEMS, SCRIPT_ERRORS, USAGE
from .vocabulary import simplify
from .wording import (
    LANGUAGES,
    act_text,
    choices_text,
    differing_text,
    field_text,
    guards_text,
    in_language,
    likely_text,
    name_of,
    nearest,
    quoted,
    register_text,
    term_text,
    unknown_text,
    value_text,
    values_text,
)  # fmt: skip

MOST_NAMED = 20
"""So many names are listed, then only counted."""


# --- findings ------------------------------------------------------------------------------------------------------


def message(finding: Finding, lang: str) -> str:
    """What a finding says, in one of `LANGUAGES`."""
    return in_language(lang, lambda one: _finding(finding, one))


def _finding(finding: Finding, lang: str) -> str:
    details = finding.details
    act = finding.item.action if finding.item else None
    guards = guards_text(finding.guards, lang)
    because = (f"：{guards}" if lang == "zh" else f": {guards}") if guards else ""
    when = term_text(details["when"], lang) if details.get("when") is not None else ""
    right = details.get("right")
    fields = {
        "act": act_text(act, lang),
        "expected": quoted(finding.expected, lang),
        "guards": guards,
        "because": because,
        "when": when,
        "reason": guards or when,
        "home": _home(finding),
        "n": details.get("count", 1),
        "first": act_text(details.get("first") or next(iter(finding.expected), None), lang),
        "last": act_text(details.get("last"), lang),
        "to": _destination(finding, lang),
        "stated": _stated(details.get("stated", ()), lang),
        "likewise": _likewise(details.get("count", 1) - 1, lang),
        "last_line": _placed(details.get("to_item"), lang),
        "section": details.get("section", ""),
        "right": act_text(right, lang),
        "who": value_text(act.actors, lang, "actor") if act else "",
        "right_who": value_text(right.actors, lang, "actor") if right else "",
        "differing": differing_text(details.get("differing", ()), lang),
        "unknown": unknown_text(details.get("unknown", ()), lang),
        "likely": _likely(finding, lang),
        "take_out": _take_out(details.get("count", 1), lang),
    }
    return _template(FINDINGS, _variant(finding), lang).format(**fields)


def _variant(finding: Finding) -> str:
    """The template of a finding: its code, or a variant of it."""
    code, details = finding.code, finding.details
    if code == "SH101":
        return "SH101.early" if details.get("early") else "SH101.late"
    if code == "SH202" and details.get("section"):
        return "SH202.section"
    if code == "SH901" and not finding.expected:
        return "SH901.over"
    if code == "SH802" and details.get("count", 1) > 1:
        return "SH802.run"
    if code == "SH201" and details.get("count", 1) > 1:
        return "SH201.run"
    if code in ("SH301", "SH501") and _nobody(finding):
        return f"{code}.nobody"
    if code == "SH301":
        if finding.item and finding.item.action.passage is not None:
            return "SH301.passage"
        if details.get("twin"):
            return "SH301.twin"
        if details.get("when") is not None:
            return "SH301.when"
        return "SH301.known" if finding.citations else "SH301"
    return code


def _nobody(finding: Finding) -> bool:
    """Whether it is of a line that says an act but not who does it."""
    action = finding.item.action if finding.item else None
    return action is not None and bool(action.act) and not action.actors and not action.unknown


def _stated(stated: Iterable[tuple[str, Any]], lang: str) -> str:
    """Details as a script states them: 決＝左, "thumb-ring = left"."""
    sign = "＝" if lang == "zh" else " = "
    said = (f"{field_text(key, lang)}{sign}{value_text(value, lang, key)}" for key, value in stated)
    return ("、" if lang == "zh" else ", ").join(said)


def _likewise(more: int, lang: str) -> str:
    if more <= 0:
        return ""
    return f"另有 {more} 行同此。" if lang == "zh" else f" {more} more lines likewise."


def _destination(finding: Finding, lang: str) -> str:
    """Where an act is to be moved: before a line, or to the end."""
    if finding.details.get("before") is None:
        return "最後" if lang == "zh" else "at the end"
    where = _placed(finding.details["before"], lang, finding.details.get("to", finding.index))
    return f"{where}之前" if lang == "zh" else f"before {where}"


def _placed(item: Item | None, lang: str, index: int | None = None) -> str:
    """Where an item stands in the script: its sheet and cell, its line, or its time; else its number."""
    from .reports.places import place_text

    said = place_text(item.at, lang) if item else ""
    if said or index is None:
        return said
    return f"第 {index + 1} 項" if lang == "zh" else f"item {index + 1}"


def _take_out(number: int, lang: str) -> str:
    if number == 1:
        return "請刪去。" if lang == "zh" else "Take it out."
    return f"請刪去自此起的 {number} 項。" if lang == "zh" else f"Take out the {number} acts from here on."


def _home(finding: Finding) -> str:
    return "、".join(f"{c.clause}「{c.phrase}」" for c in finding.citations[:1])


def _likely(finding: Finding, lang: str) -> str:
    said = likely_text((id for u in finding.details.get("unknown", ()) for id in u.nearest), lang)
    replaced = any(edit.op == "replace" for edit in finding.fix)
    if replaced:
        right = quoted(finding.expected, lang)
        todo = f"此處應是{right}。" if lang == "zh" else f"Expected here: {right}."
    elif finding.item and not (finding.item.action.actors or finding.item.action.act):
        todo = _NO_ACT_AT_ALL[lang != "zh"]
    else:
        todo = "請改正或刪去。" if lang == "zh" else "Correct it, or take it out."
    return f"{said}{'' if lang == 'zh' else ' '}{todo}".lstrip()


_NO_ACT_AT_ALL = (
    "請改正或刪去；若是提示，不是動作，請寫在「備註」欄裏（文字檔則寫在 # 之後）。",
    "Correct it, or take it out; a stage direction, which is no act, belongs in a column “note” (of a text: behind #).",
)


# --- errors of use and of reading ------------------------------------------------------------------------------------


class Coded(Protocol):
    """An error with a code and what its message needs."""

    code: str
    details: Mapping[str, Any]


def usage_message(error: Coded, lang: str) -> str:
    """What an error of use (`UsageError`) says."""

    def say(one: str) -> str:
        code, details = _usage(error.code, error.details, one)
        return _filled(USAGE, code, details, one)

    return in_language(lang, say)


def _usage(code: str, details: Mapping[str, Any], lang: str) -> tuple[str, Mapping[str, Any]]:
    """Of an error of use its template and what that names: rites, sections and the cast with titles, a dispute."""
    if code == "unknown-rite":
        return code, {**details, "titled": [_titled(definition(id), lang) for id in details["rites"]]}
    if code == "unknown-section":
        sections = definition(details["rite"]).sections
        return code, {**details, "titled": [_titled(s, lang) for s in sections if s.id in details["sections"]]}
    if code == "unknown-cast":
        keys = definition(details["rite"]).cast
        return code, {**details, "titled": [f"{k.name}（{_short(k)}）" if lang == "zh" else k.name for k in keys]}
    dispute, equals, _ = str(details.get("asked", "")).partition("=")
    known = {str(name).partition("=")[0] for name in details.get("known", ())}
    if code == "unknown-reading" and equals and dispute not in known:
        return "unknown-dispute", {**details, "asked": dispute}
    return code, details


def _titled(named: Definition | Section, lang: str) -> str:
    return f"{named.id}（{named.zh}）" if lang == "zh" else f"{named.id} ({named.en})"


def _short(key: CastKey) -> str:
    return key.zh.partition("（")[0]


def script_message(error: Coded, lang: str) -> str:
    """What an error of reading (`ScriptError`) says."""
    return in_language(lang, lambda one: _filled(SCRIPT_ERRORS, error.code, error.details, one))


def unreadable_message(error: UnreadableScript, lang: str) -> str:
    """What is said of a script most of whose lines are not understood."""

    def say(one: str) -> str:
        examples = [f"「{i.text or act_text(i.action, one)}」" for i in error.examples]
        details = {"total": error.total, "unknown": error.unknown, "examples": "".join(examples)}
        return _filled(USAGE, "not-understood", details, one)

    return in_language(lang, say)


def problem_message(problem: Problem, lang: str) -> str:
    """What a problem of reading says."""

    def say(one: str) -> str:
        read, wanted = problem.read, problem.expected
        if problem.code in _IDS_WANTED:
            wanted = _ids_named(wanted, one)
        if problem.code == "stated-twice":
            read = _ids_named(read, one)
        if wanted:
            wanted = f"（{wanted}）" if one == "zh" else f" ({wanted})"
        return _filled(PROBLEMS, problem.code, {"read": read, "wanted": wanted}, one)

    return in_language(lang, say)


_IDS_WANTED = frozenset({"ambiguous-acts", "ambiguous-name", "stated-twice"})
"""Problems that list ids of the vocabulary."""

_BETWEEN_IDS = re.compile(r"( \| | \+ |=)")


def _ids_named(text: str, lang: str) -> str:
    """Ids by their names, where they stand alone or in a list."""
    parts = _BETWEEN_IDS.split(text)
    return "".join(
        field_text(part, lang) if said == part else said for part in parts for said in [value_text(part, lang)]
    )


def _template(table: Mapping[str, tuple[str, str]], code: str, lang: str) -> str:
    return table[code][lang != "zh"]


class _Details(dict[str, Any]):
    """Details of a message; one that is not told is shown as …."""

    def __missing__(self, key: str) -> str:
        return "…"


def _filled(table: Mapping[str, tuple[str, str]], code: str, details: Mapping[str, Any], lang: str) -> str:
    if code not in table:
        return f"{code}: " + ", ".join(f"{k}={v}" for k, v in details.items())
    said = _template(table, code, lang)
    for marker in ("near:", "known:none"):
        said = _expanded(said, marker, details, lang)
    return said.format_map(_Details({k: _listed(v, lang) for k, v in details.items()}))


def _expanded(said: str, marker: str, details: Mapping[str, Any], lang: str) -> str:
    before, found, rest = said.partition("{" + marker)
    if not found:
        return said
    inside, _, after = rest.partition("}")
    if marker == "near:":
        asked, among = inside.split(",")
        filled = _near(str(details[asked]), details[among], lang)
    else:
        known = details.get("known") or ()
        filled = ("可承前的是：" if lang == "zh" else "it inherits ") + _listed(known, lang)
        if not known:
            filled = "它沒有可承前的事" if lang == "zh" else "it inherits none"
    return before + filled.replace("{", "{{").replace("}", "}}") + after


def _near(asked: str, among: Iterable[Any], lang: str) -> str:
    near = nearest(asked, [str(a) for a in among])
    if not near:
        return ""
    listed = ("、" if lang == "zh" else " or ").join(near)
    return f"（是 {listed} 嗎？）" if lang == "zh" else f" (did you mean {listed}?)"


def _listed(value: Any, lang: str) -> Any:
    if isinstance(value, str) or not isinstance(value, Iterable):
        return value
    words = [str(v) for v in value]
    joined = ("、" if lang == "zh" else ", ").join(words[:MOST_NAMED])
    if len(words) > MOST_NAMED:
        joined += f"…（共 {len(words)}）" if lang == "zh" else f" … ({len(words)} in all)"
    return joined


# --- hints -------------------------------------------------------------------------------------------------------


def hint_message(hint: Hint, rite: Rite, lang: str) -> str:
    """What a hint on the checking of a script of a rite says."""
    return in_language(lang, lambda one: _hint(hint, rite, one))


def _hint(hint: Hint, rite: Rite, lang: str) -> str:
    code, said = hint.code, dict(hint.details)
    if code == "inherited":
        said |= {"name": register_text(said["register"], lang), "domain": choices_text(said["domain"], lang)}
        return _filled(HINTS, code, said, lang)
    if code == "idle-reading":
        return _filled(HINTS, code, said, lang)
    if code == "other-reading":
        return _filled(HINTS, code, {**said, "name": who_text([said["who"]], lang)}, lang)
    start, end = said["start"], said["end"]
    titles = {s.id: s.zh if lang == "zh" else s.en for s in definition(said["rite"]).sections}
    said |= {"stretch": f" --from {start} --to {end}" if start else "",
             "first": titles.get(start), "last": titles.get(end),
             "asked_zh": rite.definition.zh, "asked_en": rite.definition.en}  # fmt: skip
    return _filled(HINTS, f"{code}.one" if code == "other-stretch" and start == end else code, said, lang)


# --- citations -----------------------------------------------------------------------------------------------------


def source_of(rite: Rite) -> str:
    """Where the classic of a rite stands: 禮記・投壺."""
    return rite.definition.source.partition("(")[0].strip().replace(" ", "・")


def citations(finding: Finding, rite: Rite) -> list[dict[str, Any]]:
    """Each citation with its phrase, its source, and the commentators on whose word it is more than the text."""
    return [
        {"clause": cite.clause, "phrase": cite.phrase, "source": source_of(rite), "who": list(who)}
        for cite, who in cited(finding)
    ]


def cited(finding: Finding) -> Iterator[tuple[Citation, tuple[str, ...]]]:
    """Each citation with the commentators on whose word it is more than the text: none where a rule has it."""
    laws = {clause for guard in finding.guards for clause in guard.clauses}
    for cite in finding.citations:
        yield cite, cite.by or (() if cite.clause in laws else finding.by)


def who_text(who: Iterable[str], lang: str) -> str:
    """Commentators by name."""
    names = []
    for id in who:
        known = COMMENTATORS.get(id)
        names.append((known.zh if lang == "zh" else known.pinyin) if known else id)
    return ("、" if lang == "zh" else ", ").join(names)


def profile_text(name: str, lang: str) -> str:
    """Whom a profile follows: 鄭玄, TH-09＝朱熹, or "zhu (朱熹)"."""
    parts = []
    for one in name.split(", "):
        dispute, equals, key = one.partition("=")
        known = COMMENTATORS.get(key if equals else dispute)
        if known is None:
            parts.append(one)
        elif lang == "zh":
            parts.append(f"{dispute}＝{known.zh}" if equals else known.zh)
        else:
            parts.append(f"{one} ({known.zh})")
    return ("、" if lang == "zh" else ", ").join(parts)


def cast_text(rite: Rite, lang: str) -> str:
    """Who takes part and where: 耦數＝3、眾耦數＝1; in English by the keys, as `--cast` takes them."""
    if lang != "zh":
        return ", ".join(f"{key}={value}" for key, value in rite.cast.items())
    names = {key.name: _short(key) for key in rite.definition.cast}
    return "、".join(f"{names[key]}＝{value_text(value, lang)}" for key, value in rite.cast.items())


def citation_text(cite: Citation, rite: Rite, who: Sequence[str], lang: str) -> str:
    """禮記・投壺 TH-02-008「順投為入」, with whoever supplies what the text leaves out."""
    said = f"{source_of(rite)} {cite.clause}「{cite.phrase}」"
    if not who:
        return said
    return f"{said}（據{who_text(who, lang)}）" if lang == "zh" else f"{said} (after {who_text(who, lang)})"


# --- verdicts as plain data ------------------------------------------------------------------------------------------


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """The verdict of the contract, as plain data."""
    rite = verdict.rite
    return {
        "rite": rite.id,
        "profile": rite.profile.name,
        "cast": dict(rite.cast),
        "conforms": verdict.conforms,
        "repaired": verdict.repaired,
        "cost": verdict.cost,
        "costs": verdict.costs.to_json(),
        "assumed": [
            {"index": a.index, "action": plain_action(rite, a.step).to_json(), "optional": a.step.optional,
             "by": list(a.step.by)}
            for a in verdict.assumed
        ],
        "alternatives": list(verdict.alternatives),
        "findings": [_finding_json(f, rite) for f in verdict.findings],
        "problems": [_problem_json(p) for p in verdict.script.problems],
    }  # fmt: skip


def _finding_json(finding: Finding, rite: Rite) -> dict[str, Any]:
    item = finding.item
    return {
        "code": finding.code,
        "kind": finding.kind,
        "severity": finding.severity,
        "index": finding.index,
        "line": item.at.line if item else None,
        **_where_json(item.at if item else None),
        "action": item.action.to_json() if item else None,
        "message": {"zh": message(finding, "zh-Hant"), "en": message(finding, "en")},
        "expected": [a.to_json() for a in finding.expected[:MOST_EXPECTED]],
        "guard": [
            {"text": term_text(g.test, "zh"), "values": dict(g.values), "id": g.id, "zh": g.zh, "en": g.en}
            for g in finding.guards
        ],
        "clauses": list(finding.clauses),
        "citations": citations(finding, rite),
        "fix": [edit.to_json() for edit in finding.fix],
        "alternatives": list(finding.alternatives),
    }


def _where_json(at: Place | None) -> dict[str, Any]:
    """Sheet, cell and time, where there are any, and the place in words."""
    if at is None:
        return {}
    from .reports.places import place_text

    stated = {name: value for name in ("sheet", "cell", "time") if (value := getattr(at, name)) is not None}
    said = {lang: place_text(at, lang) for lang in ("zh", "en")}
    return {**stated, "place": said} if said["en"] else stated


def _problem_json(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "severity": problem_severity(problem),
        "line": problem.at.line,
        **_where_json(problem.at),
        "read": problem.read,
        "message": {"zh": problem_message(problem, "zh-Hant"), "en": problem_message(problem, "en")},
    }


def problems_told(verdict: Verdict) -> list[Problem]:
    """The problems of reading, but those of a line of which a finding says already what is not understood."""
    found = {
        (f.item.at.sheet, f.item.at.line)
        for f in verdict.findings
        if f.item and (f.code == "SH801" or _variant(f).endswith(".nobody"))
    }

    def told(problem: Problem) -> bool:
        at = problem.at
        return problem.code in ("no-act", "no-actor") and at.line is not None and (at.sheet, at.line) in found

    return [problem for problem in verdict.script.problems if not told(problem)]


def problem_severity(problem: Problem) -> str:
    """How bad a problem of reading is: "error" or "warning"."""
    from .scripts.errors import PROBLEMS as SEVERITIES

    return SEVERITIES.get(problem.code, "error")


# --- reports -------------------------------------------------------------------------------------------------------

_LABELS: Mapping[str, tuple[str, str]] = {
    "error": ("錯誤", "error"),
    "warning": ("提醒", "warning"),
    "note": ("附註", "note"),
    "expected": ("可做", "expected"),
    "rule": ("規則", "rule"),
    "source": ("出處", "source"),
    "fix": ("改法", "fix"),
    "reading": ("異說", "reading"),
    "hint": ("提示", "hint"),
}

_COLOURS = {"error": "1;31", "warning": "1;33", "note": "1;36", "dim": "2", "good": "1;32", "bold": "1"}


class _Reporter:
    """Writes the report on one verdict."""

    def __init__(self, verdict: Verdict, lang: str, colour: bool) -> None:
        self.verdict = verdict
        self.lang = lang
        self.colour = colour
        self.one = "en" if lang == "en" else "zh"

    def lines(self) -> Iterable[str]:
        for problem in problems_told(self.verdict):
            severity = problem_severity(problem)
            yield f"{self._at(problem.at)}: {self._label(severity, severity)} {problem.code}"
            yield from self._indented(problem_message(problem, self.lang))
            yield ""
        for finding in self.verdict.findings:
            yield from self._finding(finding)
            yield ""
        for hint in hints(self.verdict):
            label = self._label("hint", "note")
            yield from (f"{label}: {line}" for line in hint_message(hint, self.verdict.rite, self.lang).splitlines())
            yield ""
        yield from self._last()

    def _finding(self, finding: Finding) -> Iterable[str]:
        yield f"{self._place(finding)}: {self._label(finding.severity, finding.severity)} {finding.code}"
        yield from self._indented(message(finding, self.lang))
        yield from self._read(finding)
        expected = [self._script_line(a) for a in finding.expected[:MOST_EXPECTED]]
        if expected and finding.kind not in ("missing", "unfinished"):
            yield from self._item("expected", "; ".join(expected))
        for guard in finding.guards:
            values = values_text(guard.values, self.one)
            test = term_text(guard.test, self.one)
            yield from self._item("rule", f"{guard.id}: {test}" + (f"  [{values}]" if values else ""))
        for cite, who in cited(finding):
            yield from self._item("source", citation_text(cite, self.verdict.rite, who, self.one))
        from .reports.edits import edits_text

        for text in edits_text(finding.fix, self.verdict.script.items, self.lang):
            yield from self._item("fix", text)
        for reading in finding.alternatives:
            yield from self._item("reading", self._alternative(reading))

    def _alternative(self, reading: str) -> str:
        dispute, _, key = reading.partition("=")
        known = self.verdict.rite.profile.disputes[dispute]
        position = next(p for p in known.positions if p.key == key)
        who = who_text(position.holders, self.one)
        if self.one == "zh":
            return f"若從{who}（{reading}，{known.zh}：{position.zh}）則不誤"
        return f"no fault under {reading} ({who}, {known.en}: {position.en})"

    def _read(self, finding: Finding) -> Iterable[str]:
        item = finding.item
        if item is None:
            return
        number = str(item.at.line if item.at.line is not None else finding.index + 1)
        bar = self._painted("|", "dim")
        pad = " " * len(number)
        yield f"  {pad} {bar}"
        yield f"  {number} {bar} {item_text(item, self.lang)}"
        yield f"  {pad} {bar}"

    def _last(self) -> Iterable[str]:
        for one in ("zh", "en") if self.lang == "both" else (self.one,):
            yield self._summary(zh=one == "zh")

    def _summary(self, zh: bool) -> str:
        """Whether it conforms, how many findings, under what profile and for whom."""
        verdict = self.verdict
        kinds = [f.severity for f in verdict.findings] + [problem_severity(p) for p in problems_told(verdict)]
        good = verdict.conforms and "error" not in kinds
        counts = [
            f"{_LABELS[k][0]} {kinds.count(k)}" if zh else _plural(kinds.count(k), k)
            for k in ("error", "warning", "note")
            if k in kinds
        ]
        profile = verdict.rite.profile.name
        parts = [
            self._painted(_said(("合禮", "conforms") if good else ("不合禮", "does not conform"), zh), _MOOD[good]),
            _said(("，", ", "), zh).join(counts),
            f"從{profile_text(profile, 'zh')}" if zh else f"profile {profile_text(profile, 'en')}",
            cast_text(verdict.rite, "zh" if zh else "en"),
        ]
        if verdict.assumed:
            n = len(verdict.assumed)
            parts.append(_said((f"略去而視為已行 {n} 項", f"{_plural(n, 'act')} left out and taken as done"), zh))
        if verdict.findings and not good:
            after = ("照改法改後合禮", "conforms once the fixes are made")
            again = ("照改法改後仍須再查", "to be checked again after the fixes")
            parts.append(_said(after if verdict.repaired else again, zh))
        silent = self._silent()
        if silent:
            unsaid = _plural(silent, "line")
            parts.append(_said((f"{silent} 行未報結果，其所決定者未能查",
                                f"{unsaid} without an outcome, so what it decides was not checked"), zh))  # fmt: skip
        return _said(("；", "; "), zh).join(p for p in parts if p)

    def _silent(self) -> int:
        """How many lines report no outcome though their act decides one."""
        keys: dict[str, set[str]] = {}
        for step in self.verdict.rite.steps:
            own = {key for key, _ in step.outcomes}
            keys[step.act] = keys.get(step.act, own) & own
        stated = [(dict(i.action.data), keys.get(i.action.act, set())) for i in self.verdict.script.items]
        return sum(bool(wanted - data.keys()) for data, wanted in stated)

    # --- pieces ------------------------------------------------------------------------------------------------------

    def _script_line(self, action: Action) -> str:
        return script_line(action, self.lang)

    def _item(self, label: str, said: str) -> Iterable[str]:
        yield f"    {self._painted('=', 'dim')} {self._label(label, 'bold')}: {said}"

    def _label(self, key: str, colour: str) -> str:
        zh, en = _LABELS[key]
        said = f"{zh} {en}" if self.lang == "both" else (en if self.lang == "en" else zh)
        return self._painted(said, colour)

    def _painted(self, said: str, colour: str) -> str:
        return f"\x1b[{_COLOURS[colour]}m{said}\x1b[0m" if self.colour else said

    def _place(self, finding: Finding) -> str:
        item = finding.item
        source = (item.at.source if item else "") or self.verdict.script.source
        if item is None:
            end = "末尾" if self.one == "zh" else "end"
            return f"{source}:{end}" if source else end
        if item.at == Place(item.at.source):
            number = f"第 {finding.index + 1} 項" if self.one == "zh" else f"item {finding.index + 1}"
            return f"{source}: {number}" if source else number
        return self._at(replace(item.at, source=source))

    def _at(self, at: Place) -> str:
        """The file with the line, as editors take it; with the sheet and cell, or the time, where there are any."""
        from .reports.places import place_text

        source = at.source or "script"
        if at.cell is None and at.sheet is None:
            return source if at.line is None else f"{source}:{at.line}" + (f" ({at.time})" if at.time else "")
        return f"{source}: {place_text(at, self.one)}"

    @staticmethod
    def _indented(said: str) -> Iterable[str]:
        return (f"  {line}" for line in said.splitlines())


_MOOD = {True: "good", False: "error"}


def _said(pair: tuple[str, str], zh: bool) -> str:
    return pair[0] if zh else pair[1]


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def script_line(action: Action, lang: str) -> str:
    """An action as a line of a script, traditional Chinese unless English or simplified is asked for."""
    from .scripts import format_action

    return format_action(action, lang if lang in ("en", "zh-Hans") else "zh-Hant")


def item_text(item: Item, lang: str) -> str:
    """An item as its script says it; of a table or an annotation, whose text is one cell only, the act as a line."""
    text = item.text.strip() if item.at.cell is None and item.at.sheet is None else ""
    return text or script_line(item.action, lang)


def report(verdict: Verdict, lang: str = "both", colour: bool = False) -> str:
    """A verdict for people: each finding with what was read, the rule, the words of the classic and the repair."""
    said = "\n".join(_Reporter(verdict, lang, colour).lines())
    return simplify(said) if lang == "zh-Hans" else said


__all__ = [
    "LANGUAGES", "act_text", "field_text", "message", "name_of", "problem_message", "report", "script_message",
    "unreadable_message", "usage_message", "verdict_json",
]  # fmt: skip
