"""A rite as plain data, for makers of games and for other languages.

`export` gives the rules themselves: the score as a tree, the verbs with their guards and
effects, the registers, the cast, names in three languages, citations and readings.  The form
is laid down in ``fsm/schema/rite.schema.json``; what the parts of the score mean is shown by
the interpreter in ``examples/javascript``.  `kit` gives scripts with their verdicts, to try
another interpreter on.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any

from fsm.acting import action_of_move
from fsm.actions import Action
from fsm.matching import COARSE_PLACES, GENERIC, OWN_MARK, SAME_PLACE, Matcher, numbered
from fsm.playing import refusing
from fsm.readings import COMMENTATORS
from fsm.rite import Rite
from fsm.rules import Rule
from fsm.score import (
    Choice,
    Crossing,
    Loop,
    Named,
    Remark,
    Repeated,
    Score,
    ScoreError,
    Seq,
    Step,
    Together,
    When,
    acts_only,
    steps,
)
from fsm.score import (
    walk as parts_of,
)
from fsm.situation import Move, Situation
from fsm.stretches import as_score
from fsm.terms import Const, Op, Term, to_json
from fsm.vocabulary import Vocabulary
from fsm.vocabulary import load as load_vocabulary

FORMAT = 1
"""Version of the form; raised whenever a reader of the older one would go wrong."""

LANGUAGES = ("zh-Hant", "zh-Hans", "en", "pinyin")


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) that every export validates against."""
    text = files("fsm").joinpath("schema/rite.schema.json").read_text(encoding="utf-8")
    read: dict[str, Any] = json.loads(text)
    return read


def export(rite: Rite) -> dict[str, Any]:
    """The rite in its setting as JSON data, in a fixed order."""
    start, vocabulary = rite.start, load_vocabulary()
    tree, words = _Tree(), _vocabulary(rite, vocabulary)
    score = tree.part(acts_only(as_score(start.rest)))
    return {
        "format": FORMAT,
        "rite": {"id": rite.id, **_both(rite.definition), "source": rite.definition.source},
        "cast": dict(rite.cast),
        "cast_keys": [
            {"name": k.name, "domain": list(k.domain), "default": k.default, **_both(k)} for k in rite.definition.cast
        ],
        "given": dict(rite.given),
        "profile": {
            "name": rite.profile.name,
            "preference": list(rite.profile.preference),
            "overrides": dict(sorted(rite.profile.overrides.items())),
        },
        "sections": [{"id": s.id, **_both(s)} for s in rite.sections],
        "groups": {name: list(members) for name, members in rite.groups.items()},
        "roles": {name: list(members) for name, members in rite.roles.items()},
        "offices": {name: sorted(held) for name, held in sorted(rite.offices.items())},
        "persons": sorted(rite.persons, key=numbered),
        "facts": {person: dict(facts) for person, facts in sorted(rite.facts.items())},
        "levels": dict(sorted(rite.levels.items())),
        "matching": {
            "generic": {thing: sorted(kinds) for thing, kinds in sorted(GENERIC.items())},
            "own_mark": dict(OWN_MARK),
            "same_place": dict(SAME_PLACE),
            "coarse_places": dict(COARSE_PLACES),
            "place_levels": {place: vocabulary.level(place) for place in words["place"]},
        },
        "registers": [
            {"name": r.name, "domain": list(r.domain), "initial": value}
            for r, value in zip(rite.schema.registers, start.world, strict=True)
        ],
        "verbs": _verbs(rite),
        "score": score,
        "passages": list(_passages(rite, tree.ids_of)),
        "remarks": [_remark(part) for part in parts_of(rite.score) if isinstance(part, Remark)],
        "citations": {clause: cite.phrase for clause, cite in sorted(rite.citations.items())},
        "disputes": _disputes(rite),
        "commentators": _commentators(rite),
        "vocabulary": words,
    }


def _both(named: Any) -> dict[str, str]:
    return {"zh": named.zh, "en": named.en}


# --- rules ---------------------------------------------------------------------------------------------------------


def _verbs(rite: Rite) -> dict[str, Any]:
    """The rules of every verb that the rite uses; a verb without any is there with empty lists."""
    used = {step.act for step in rite.steps} | {r.pattern.act for r in rite.forgone if r.pattern}
    return {verb: _rule(rite.rulebook.rule(verb)) for verb in sorted(used)}


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "guards": [{"id": g.id, "test": to_json(g.test), **_both(g), "clauses": list(g.clauses)} for g in rule.guards],
        "effects": [{"register": to_json(e.register), "value": to_json(e.value)} for e in rule.effects],
    }


# --- the score -----------------------------------------------------------------------------------------------------


_identity = id


class _Tree:
    """Writes a score as nested objects, each with an id of its own, numbered as the text runs."""

    def __init__(self) -> None:
        self._ids = count()
        self.ids_of: dict[int, list[int]] = {}
        """The ids of the nodes written for each act, by its identity."""

    def part(self, score: Score) -> dict[str, Any]:
        """One part with all it holds."""
        id = next(self._ids)
        match score:
            case Step():
                self.ids_of.setdefault(_identity(score), []).append(id)
                return {"id": id, "kind": "step", **step(score)}
            case Seq(items) | Repeated(items):
                return {"id": id, "kind": "seq", "items": [self.part(i) for i in items]}
            case Choice(branches):
                return {"id": id, "kind": "choice", "branches": [self.part(b) for b in branches]}
            case When(guard, body):
                return {"id": id, "kind": "when", "test": to_json(guard), "body": self.part(body)}
            case Loop(test, body):
                return {"id": id, "kind": "loop", "test": to_json(test), "body": self.part(body)}
            case Together(branches, deadline):
                parts = [self.part(b) for b in branches]
                return {"id": id, "kind": "together", "deadline": deadline, "branches": parts}
            case Crossing(key, step_, single):
                return {"id": id, "kind": "crossing", "key": key, "single": single, "step": self.part(step_)}
        raise ScoreError(f"cannot be written as data: {score!r}")


def step(step: Step) -> dict[str, Any]:
    """An act, without id and kind."""
    out: dict[str, Any] = {"actors": list(step.actors)}
    if step.office is not None:
        out["office"] = step.office
    out["act"] = step.act
    out["details"] = {name: _detail(value) for name, value in step.details}
    if step.outcomes:
        out["outcomes"] = {name: list(values) for name, values in step.outcomes}
    if step.optional is not None:
        out["optional"] = step.optional
    if step.by:
        out["by"] = list(step.by)
    if step.editorial:
        out["editorial"] = True
    out["clauses"] = list(step.clauses)
    if step.detail_cites:
        out["detail_clauses"] = {name: cite.clause for name, cite in step.detail_cites}
    return out


def _passages(rite: Rite, ids_of: Mapping[int, list[int]]) -> Iterator[dict[str, Any]]:
    """Named stretches of the score, outermost first, with the ids of their acts."""
    for part in parts_of(rite.score):
        match part:
            case Named(name, _, form):
                named = {"name": name, "form": form, "english": part.english, "clauses": [c.clause for c in part.cites]}
            case Repeated(_, label):
                named = {"name": label, "form": "times", "english": "", "clauses": []}
            case _:
                continue
        ids = sorted({id for one in steps(part) for id in ids_of.get(_identity(one), ())})
        if ids:
            yield {**named, "steps": ids}


def _remark(remark: Remark) -> dict[str, Any]:
    """A clause that is no act of its own."""
    out: dict[str, Any] = {"form": remark.kind, "clauses": [c.clause for c in remark.cites]}
    if remark.zh:
        out["reason"] = _both(remark)
    if remark.guards:
        out["guards"] = list(remark.guards)
    if remark.values:
        out["values"] = dict(remark.values)
    if remark.pattern is not None:
        out["pattern"] = step(remark.pattern)
    return out


def _detail(value: Any) -> Any:
    """A detail: a constant, a list of persons, or ``{"term": …}`` to be worked out in the world."""
    if isinstance(value, Term):
        return {"term": to_json(value)}
    return list(value) if isinstance(value, tuple) else value


# --- readings and words --------------------------------------------------------------------------------------------


def _disputes(rite: Rite) -> list[dict[str, Any]]:
    return [
        {
            "id": d.id, "clause": d.clause, **_both(d),
            "changes": d.changes, **({"note": _both(d.note)} if d.note else {}),
            "chosen": rite.profile.chosen(d.id),
            "positions": [{"key": p.key, "holders": list(p.holders), **_both(p)} for p in d.positions],
        }
        for d in rite.profile.disputes.values()
    ]  # fmt: skip


def _commentators(rite: Rite) -> dict[str, Any]:
    """Everybody on whose word something is done, or who holds a position."""
    used = {who for step in rite.steps for who in step.by}
    used |= {who for d in rite.profile.disputes.values() for p in d.positions for who in p.holders}
    used |= set(rite.profile.preference)
    known = {id: c for id, c in COMMENTATORS.items() if id in used}
    return {id: {"zh": c.zh, "pinyin": c.pinyin, "era": c.era} for id, c in known.items()}


_KIND_OF_FIELD = {"object": "object", "place": "place", "addressee": "role", "words": "words"}


def _vocabulary(rite: Rite, vocabulary: Vocabulary) -> dict[str, Any]:
    """Names of all that the rite uses, by kind and id."""
    used: dict[str, set[str]] = {kind: set() for kind in ("verb", "role", "place", "object", "words", "value", "key")}
    used["role"] |= rite.persons | set(rite.groups) | set(rite.roles) | set(rite.offices)
    patterns = [r.pattern for r in rite.forgone if r.pattern]
    for step in (*rite.steps, *patterns):
        used["verb"].add(step.act)
        for name, value in (*step.details, *step.outcomes):
            used["key"].add(name)
            kind = _KIND_OF_FIELD.get(name, "value")
            used[kind] |= {text for text in _texts(value) if kind != "words" or not isinstance(value, Term)}
    for register in rite.schema.registers:
        name, _, owner = register.name.partition("[")
        used["key"].add(name)
        used["value"] |= {str(v) for v in register.domain if isinstance(v, str)} | ({owner[:-1]} if owner else set())
    return {kind: _names(vocabulary, kind, ids) for kind, ids in used.items()}


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case tuple():
            for part in value:
                yield from _texts(part)
        case Const(str() as text):
            yield text
        case Op(_, args):
            for arg in args:
                yield from _texts(arg)


def _names(vocabulary: Vocabulary, kind: str, ids: Iterable[str]) -> dict[str, dict[str, str]]:
    """Names in every language; what the vocabulary has no name for in this kind is left out."""
    out: dict[str, dict[str, str]] = {}
    for id in sorted(ids):
        if kind == "words":
            entry = next(iter(vocabulary.find(id, "words")), None)
            names = {lang: vocabulary.name(entry, lang, kind) for lang in LANGUAGES} | {"id": entry} if entry else {}
        else:
            places = (kind,) if kind != "value" else ("value", "role", "object", "place", "verb")
            found = [k for k in places if vocabulary.name(id, "zh-Hant", k) != id]
            names = {lang: vocabulary.name(id, lang, found[0]) for lang in LANGUAGES} if found else {}
        if names:
            out[id] = names
    return out


# --- the conformance kit -------------------------------------------------------------------------------------------


def walks(rite: Rite, number: int, seed: int = 0, shares: float = 0.1) -> Iterator[list[Action]]:
    """Random performances, as actions stated in full with their outcomes.

    shares: how often a part of those who act together does so apart from the others.
    """
    rng = random.Random(seed)
    for _ in range(number):
        situation, done = rite.start, []
        while True:
            moves: list[Move] = [*situation.moves]
            if rng.random() < shares:
                moves = [*situation.partial_moves] or moves
            if not moves or (situation.end is not None and rng.random() < 0.2):
                break
            move = rng.choice(moves)
            action = action_of_move(rite, move)
            done.append(replace(action, actors=move.step.actors) if move.partial else action)
            situation = move.target
        yield [replace(a, clauses=()) for a in done]


def mutated(walk: list[Action], rng: random.Random, pool: list[Action]) -> list[Action]:
    """The performance with one to three mistakes in it: left out, doubled, swapped, moved, foreign or changed."""
    out = list(walk)
    for _ in range(rng.choice((1, 1, 2, 3))):
        if not out:
            break
        at = rng.randrange(len(out))
        match rng.randrange(8):
            case 0:
                del out[at]
            case 1:
                out.insert(at, out[at])
            case 2:
                other = min(at + 1, len(out) - 1)
                out[at], out[other] = out[other], out[at]
            case 3:
                out.insert(rng.randrange(len(out)), out.pop(at))
            case 4:
                out.insert(at, rng.choice(pool))
            case 5:
                out[at] = _changed(out[at], rng.choice(pool), rng)
            case 6:
                out[at] = replace(out[at], actors=rng.choice(pool).actors)
            case _:
                details = dict.fromkeys(name for name in out[at].details() if rng.random() < 0.5)
                out[at] = out[at].with_details(details)
    return out


def _changed(action: Action, other: Action, rng: random.Random) -> Action:
    """The action with one detail as another act has it."""
    shared = sorted(set(action.details()) & set(other.details()))
    if not shared:
        return action
    name = rng.choice(shared)
    return action.with_details({name: other.details()[name]})


def verdict(
    matcher: Matcher, actions: Iterable[Action], taken: Callable[[Move], bool] = lambda move: True
) -> dict[str, Any]:
    """What the rite says of a list of actions: ``{"accepted": true}``, or where it is refused and why.

    Every situation that an action may lead to is kept; moves that are not `taken` are left aside.  The
    reason is "guard" with the ids of the rules that fail where it is the act's turn, else "not-next";
    "unfinished" stands at the end.
    """
    situations: list[Situation] = [matcher.rite.start]
    done = 0
    for action in actions:
        pattern = matcher.pattern(action)
        reached = list(dict.fromkeys(m.target for s in situations for m in matcher.exact(pattern, s) if taken(m)))
        if not reached:
            failing = {g.id for s in situations for b in refusing(matcher, pattern, s) for g in b.failing}
            reason = {"kind": "guard", "guards": sorted(failing)} if failing else {"kind": "not-next"}
            return {"accepted": False, "index": done, "reason": reason}
        situations, done = reached, done + 1
    if any(s.end is not None for s in situations):
        return {"accepted": True}
    return {"accepted": False, "index": done, "reason": {"kind": "unfinished"}}


def kit(rite: Rite, number: int = 100, mutations: int = 400, seed: int = 0) -> dict[str, Any]:
    """Scripts with the verdict expected of each: random performances, and such with mistakes."""
    matcher, rng = Matcher(rite, load_vocabulary()), random.Random(seed + 1)
    right = list(walks(rite, number, seed))
    pool = list(dict.fromkeys(a for one in right for a in one))
    wrong = [mutated(rng.choice(right), rng, pool) for _ in range(mutations)]
    return {
        "format": FORMAT,
        "rite": rite.id,
        "cast": dict(rite.cast),
        "profile": rite.profile.name,
        "scripts": [
            {"name": f"{kind}-{n}", "expected": verdict(matcher, one), "actions": [a.to_json() for a in one]}
            for kind, scripts in (("walk", right), ("mutated", wrong))
            for n, one in enumerate(scripts)
        ],
    }


# --- files ---------------------------------------------------------------------------------------------------------


def as_json(data: Mapping[str, Any]) -> str:
    """The text of a file of data: UTF-8, the same bytes each time."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def write_json(rite: Rite, path: str | Path) -> None:
    """Writes the export of a rite to a file.  Raises OSError."""
    Path(path).write_text(as_json(export(rite)), encoding="utf-8", newline="\n")


def write_kit(rite: Rite, path: str | Path) -> None:
    """Writes the conformance kit of a rite to a file.  Raises OSError."""
    Path(path).write_text(as_json(kit(rite)), encoding="utf-8", newline="\n")


__all__ = [
    "FORMAT", "as_json", "export", "kit", "mutated", "schema", "verdict", "walks", "write_json", "write_kit",
]  # fmt: skip
