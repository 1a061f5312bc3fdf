"""Ids, acts, tests and registers in words, Chinese ("zh") and English ("en"), by the names of the vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .actions import Action
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
    evaluate,
    register_kinds,
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
    if isinstance(value, int) or field == "words":
        return str(value)
    if value == "none":
        return "無" if lang == "zh" else "none"
    kinds = dict.fromkeys([*([_KINDS[field]] if field in _KINDS else []), "value", "role", "place", "object", "verb"])
    vocabulary = load_vocabulary()
    known = (k for k in kinds if vocabulary.name(value, "zh-Hant", k) != value)
    return next((vocabulary.name(value, _vocabulary_lang(lang), k) for k in known), str(value))


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
    return f"{inside}之{said}" if lang == "zh" else f"{said} of {inside}"


def term_text(expression: Term, lang: str) -> str:
    """A test in words and signs."""

    def named(id: str) -> str:
        return name_of(id[1:], lang, "key") if id.startswith("@") else value_text(id, lang)

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
        case Reg(name, owner):
            return Reg(f"@{name}", None if owner is None else _marked(owner))
        case Op(op, args):
            return Op(op, tuple(map(_marked, args)))
    return expression


def values_text(values: Mapping[str, Value], lang: str) -> str:
    """Registers with their values."""
    signs = ("＝", "；") if lang == "zh" else (" = ", "; ")
    return signs[1].join(f"{register_text(r, lang)}{signs[0]}{value_text(v, lang)}" for r, v in values.items())


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
    thing = name_of(action.object, lang, "object") if action.object else ""
    whom = value_text(action.addressee, lang, "addressee") if action.addressee else ""
    words = action.words or ""
    # 去扑扑, "lean the rod the director's rod": the verb says it already.
    if thing and (thing.removeprefix("the ") in verb or (not zh and thing.split()[-1] in verb.split())):
        thing = ""
    if action.place and action.act in MOVES:
        thing = name_of(action.place, lang, "place")
    if zh:
        return f"{who}{f'向{whom}' if whom else ''}{verb}{thing}{f'（{words}）' if words else ''}"
    parts = [f"{who}:", verb, thing, f"(to {whom})" if whom else "", f"‘{words}’" if words else ""]
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
