"""Ids, acts, tests and registers in words, Chinese ("zh") and English ("en"), by the names of the vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .actions import Action, Unknown
from .explaining import GuardReport
from .score import MOVES
from .terms import (
    Const,
    Op,
    Reg,
    Term,
    TermError,
    Value,
    all_of,
    any_of,
    conjuncts,
    evaluate,
    register_kinds,
    register_name,
    registers,
    text,
    variables,
)  # fmt: skip
from .vocabulary import load as load_vocabulary
from .vocabulary import simplify

LANGUAGES = ("zh-Hant", "zh-Hans", "en", "both")
"""What can be asked for; "both" is traditional Chinese, then English."""

FIELDS: Mapping[str, tuple[str, str]] = {
    "actor": ("行禮者", "actor"),
    "act": ("動作", "act"),
    "object": ("器物", "object"),
    "place": ("位置", "place"),
    "facing": ("面向", "facing"),
    "addressee": ("對象", "addressee"),
    "words": ("所說的話", "words"),
    "manner": ("儀節", "manner"),
}

_KINDS = {"object": "object", "place": "place", "facing": "value", "addressee": "role", "actor": "role", "act": "verb"}


_LEAD: Mapping[str, str] = dict.fromkeys(("go_up", "go_down", "withdraw", "leave"), "to") | {"return_to_place": "at"}
"""How English joins to a verb the place where it leads; most verbs take it as it is."""

_GIVING = frozenset({"hand_over", "offer_cup", "pledge_cup", "return_cup", "present_cup", "assist_dress"})
"""Verbs of which Chinese says to whom behind the thing given."""


_PREPOSITIONS = frozenset({"by", "for", "of", "to"})
"""With these the name of a register, or of whatever it is kept for, is joined to the other by itself."""


# --- languages -----------------------------------------------------------------------------------------------------


def in_language(lang: str, say: Callable[[str], str]) -> str:
    """What `say` says in "zh" or "en", in the language asked for; "both" on two lines."""
    if lang == "both":
        return f"{say('zh')}\n{say('en')}"
    if lang == "en":
        return say("en")
    return simplify(say("zh")) if lang == "zh-Hans" else say("zh")


def _vocabulary_lang(lang: str) -> str:
    return "en" if lang == "en" else "zh-Hant"


def name_of(id: str, lang: str, kind: str | None = None) -> str:
    """The name of an id in "zh" or "en"."""
    return load_vocabulary().name(id, _vocabulary_lang(lang), kind)


def value_text(value: Any, lang: str, field: str = "") -> str:
    """A detail or a register's value in words."""
    if isinstance(value, bool):
        return ("是" if value else "否") if lang == "zh" else ("yes" if value else "no")
    if isinstance(value, (tuple, list, frozenset)):
        return ("、" if lang == "zh" else ", ").join(value_text(v, lang, field) for v in value)
    if value is None:
        return "（未言）" if lang == "zh" else "(not said)"
    if field == "words":
        return words_text(str(value), lang)
    if isinstance(value, int):
        return str(value)
    if value == "none":
        return "無" if lang == "zh" else "none"
    kinds = dict.fromkeys([*([_KINDS[field]] if field in _KINDS else []), "value", "role", "place", "object", "verb"])
    vocabulary = load_vocabulary()
    known = (k for k in kinds if vocabulary.name(value, "zh-Hant", k) != value)
    return next((vocabulary.name(value, _vocabulary_lang(lang), k) for k in known), str(value))


def words_text(words: str, lang: str) -> str:
    """Words spoken; in English with what they mean, where they are known."""
    vocabulary = load_vocabulary()
    known = vocabulary.find(words, "words") if lang != "zh" else ()
    meaning = vocabulary.entry("words", known[0]).en[0] if known else ""
    return f"{words} ({meaning.rstrip('.')})" if meaning and meaning != words else words


def range_text(values: Sequence[Value]) -> str:
    """Values to choose from; many numbers one after the other by the first and the last."""
    if len(values) > 4 and list(values) == list(range(int(values[0]), int(values[0]) + len(values))):
        return f"{values[0]}…{values[-1]}"
    return " ".join(map(str, values))


def choices_text(values: Sequence[Value], lang: str) -> str:
    """Values to choose from, each with what it means where its name does not say so."""
    if any(isinstance(value, int) for value in values):
        return range_text(values)
    named = ((str(value), value_text(value, lang)) for value in values)
    if lang == "zh":
        return "、".join(f"{id}（{name}）" if name != id else id for id, name in named)
    return ", ".join(f"{id} ({name})" if name != id else id for id, name in named)


def field_text(field: str, lang: str) -> str:
    """The name of a field or data key."""
    if field in FIELDS:
        return FIELDS[field][lang != "zh"]
    return name_of(field, lang, "key")


def register_text(register: str, lang: str) -> str:
    """The name of a register, as 賓之矢 or "arrows of guest"."""
    head, bracket, owner = register.partition("[")
    said = name_of(head, lang, "key").split("; ")[0]
    if not bracket:
        return said
    inside = value_text(owner[:-1], lang)
    if lang == "zh":
        return f"{inside}之{said}"
    joined = said.split()[-1] in _PREPOSITIONS or inside.split()[0] in _PREPOSITIONS
    return f"{said} {inside}" if joined else f"{said} of {inside}"


def term_text(expression: Term, lang: str) -> str:
    """A test in words and signs."""

    def named(id: str) -> str:
        return register_text(id[1:], lang) if id.startswith("@") else value_text(id, lang)

    return text(_marked(settled(expression)), named)


def settled(expression: Term) -> Term:
    """A test with whatever no register decides worked out: of "for another cup, or level" only the rest."""
    match expression:
        case Op("and" | "or" as op, args):
            return all_of(*map(settled, args)) if op == "and" else any_of(*map(settled, args))
        case Op("not", (Op() as inside,)):
            return _denied(settled(inside))
        case Op(op, args):
            inner = Op(op, tuple(map(settled, args)))
            if register_kinds(inner) or variables(inner):
                return inner
            return Const(evaluate(inner, _no_register))
    return expression


def _denied(expression: Term) -> Term:
    """The contrary of a test, said as directly as can be."""
    match expression:
        case Const(bool() as value):
            return Const(not value)
        case Op("not", (inside,)):
            return inside
        case Op("and", args):
            return any_of(*map(_denied, args))
        case Op("or", args):
            return all_of(*map(_denied, args))
        case Op("lt", (a, b)):
            return Op("le", (b, a))
        case Op("le", (a, b)):
            return Op("lt", (b, a))
    return Op("not", (expression,))


def _no_register(name: str) -> Value:
    raise TermError(f"no value of {name} is known here")


def _marked(expression: Term) -> Term:
    """Registers marked, so that their names are told from values of the same id."""
    match expression:
        case Reg(_, None | Const()):
            return Reg(f"@{register_name(expression)}")
        case Reg(name, Term() as owner):
            return Reg(f"@{name}", _marked(owner))
        case Op(op, args):
            return Op(op, tuple(map(_marked, args)))
    return expression


def values_text(values: Mapping[str, Value], lang: str) -> str:
    """Registers with their values."""
    signs = ("＝", "；") if lang == "zh" else (" = ", "; ")
    return signs[1].join(f"{register_text(r, lang)}{signs[0]}{value_text(v, lang)}" for r, v in values.items())


def unmet(guard: GuardReport) -> tuple[Term, Mapping[str, Value]]:
    """Those parts of a failing rule that are not met, where all must be, and the values they met."""
    test = all_of(*(part for part in conjuncts(guard.test) if not _met(part, guard.values)))
    return test, {name: guard.values[name] for name in registers(test)}


def _met(part: Term, values: Mapping[str, Value]) -> bool:
    try:
        return bool(evaluate(part, values.__getitem__))
    except TermError:  # it reads a register whose owner depends on the world
        return False


def guard_text(guard: GuardReport, lang: str) -> str:
    """A failing rule in words, with the values it met."""
    said = guard.zh if lang == "zh" else guard.en
    if not guard.values:
        return said
    values = values_text(guard.values, lang)
    return f"{said}（{values}）" if lang == "zh" else f"{said} ({values})"


def guards_text(guards: Sequence[GuardReport], lang: str) -> str:
    """Failing rules, one after the other."""
    return ("；" if lang == "zh" else "; ").join(guard_text(g, lang) for g in guards)


def differing_text(differing: Iterable[tuple[str, Any, Any]], lang: str) -> str:
    """Details stated otherwise than is right, each as (name, stated, right)."""
    said = []
    for field, stated, right in differing:
        read, wanted = value_text(stated, lang, field), value_text(right, lang, field)
        what = field_text(field, lang)
        verb = "are" if field == "words" else "is"
        zh, en = f"{what}讀到「{read}」，應作「{wanted}」", f"{what} {verb} “{read}”, expected “{wanted}”"
        said.append(zh if lang == "zh" else en)
    return ("；" if lang == "zh" else "; ").join(said)


def unknown_text(unknown: Iterable[Unknown], lang: str) -> str:
    """Words that are not understood, each with what it should name."""
    said = []
    for one in {one.text: one for one in reversed(tuple(unknown))}.values():
        field = field_text(one.field, lang)
        said.append(f"「{one.text}」（{field}）" if lang == "zh" else f"“{one.text}” ({field})")
    return ("、" if lang == "zh" else ", ").join(reversed(said)) or ("這一行" if lang == "zh" else "this line")


def likely_text(ids: Iterable[str], lang: str) -> str:
    """A sentence that names what is most like a word not understood; empty where there is nothing."""
    listed = ("、" if lang == "zh" else ", ").join(dict.fromkeys(name_of(id, lang) for id in ids))
    if not listed:
        return ""
    return f"相近的有：{listed}。" if lang == "zh" else f"Like it are {listed}."


def act_text(action: Action | None, lang: str) -> str:
    """An act in a phrase: 司射請數 …, "archery director: ask …"."""
    if action is None:
        return "…"
    if action.passage is not None:
        return f"[{action.passage}]"
    zh = lang == "zh"
    unknown = {u.field: u.text for u in action.unknown}
    who = ("、" if zh else ", ").join(name_of(a, lang, "role") for a in action.actors) or unknown.get("actor", "")
    verb = (name_of(action.act, lang, "verb") if action.act else "") or unknown.get("act", "?")
    if verb == who:  # a row of one text, which is neither
        verb = ""
    thing = name_of(action.object, lang, "object") if action.object else ""
    whom = value_text(action.addressee, lang, "addressee") if action.addressee else ""
    words = action.words or ""
    lead = ""
    if action.place and action.act in MOVES:
        thing = name_of(action.place, lang, "place")
        lead = "" if zh else _LEAD.get(action.act, "")
    # 去扑扑, 履物物, "lean the rod the director's rod": the verb says it already.
    if thing and (thing.removeprefix("the ") in verb or (not zh and not lead and thing.split()[-1] in verb.split())):
        thing = ""
    thing = f"{lead} {thing}".strip() if thing else ""
    if zh:
        said = f"（{words}）" if words else ""
        # One gives a thing to somebody (授弓於公), but speaks and bows towards him (向公告).
        if thing and action.act in _GIVING:
            return f"{who}{verb}{thing}{f'於{whom}' if whom else ''}{said}"
        return f"{who}{f'向{whom}' if whom else ''}{verb}{thing}{said}"
    parts = [f"{who}:" if who else "", verb, thing, f"(to {whom})" if whom else "", f"‘{words}’" if words else ""]
    return " ".join(p for p in parts if p)


def quoted(actions: Iterable[Action], lang: str, most: int = 3) -> str:
    """Acts in quotation marks, the first few of them."""
    said = list(dict.fromkeys(act_text(a, lang) for a in actions))
    shown = [f"「{s}」" if lang == "zh" else f"“{s}”" for s in said[:most]]
    if not shown:
        return "（無）" if lang == "zh" else "nothing"
    if len(said) > most:
        shown.append(f"等 {len(said)} 項" if lang == "zh" else f"{len(said) - most} more")
    return "".join(shown) if lang == "zh" else ", ".join(shown)


def nearest(asked: str, among: Sequence[str], most: int = 3) -> list[str]:
    """What among known words is most like the word asked for."""
    from difflib import get_close_matches

    lower = {word.lower(): word for word in among}
    return [lower[w] for w in get_close_matches(asked.lower(), list(lower), most, 0.5)]
