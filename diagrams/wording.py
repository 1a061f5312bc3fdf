"""Ids, acts and guards in words, Chinese and English."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from fsm.acting import named_actors
from fsm.rite import Rite
from fsm.score import MOVES, Step
from fsm.terms import Const, Op, Reg, Term, Var, text
from fsm.vocabulary import load as vocabulary
from fsm.wording import field_text, value_text

from .scene import NO_TEXT, Role, Text

REGISTERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "seated": ("{}就筵", "{} on the mat"),
        "in_hand": ("手中算", "tallies in hand"),
        "laid": ("{}算", "{} tallies"),
        "counted": ("{}算已數", "{} counted"),
        "told": ("已請{}", "{} told"),
        "gear": ("{}著決遂", "{} with gear on"),
        "short": ("矢不備", "arrows missing"),
    }
)
"""Registers that read better otherwise than by the name the vocabulary has for them; `{}` is the owner."""

IDIOMS: Mapping[tuple[str, str], tuple[str, str]] = MappingProxyType(
    {
        ("result", "right"): ("右勝", "right won"),
        ("result", "left"): ("左勝", "left won"),
        ("result", "level"): ("左右鈞", "level"),
        ("tally_due", "right"): ("右入", "right’s hit"),
        ("tally_due", "left"): ("左入", "left’s hit"),
        ("untallied", "right"): ("右獲未釋", "right’s hit not tallied"),
        ("untallied", "left"): ("左獲未釋", "left’s hit not tallied"),
        ("hit_due", "none"): ("無獲", "no hit"),
        ("flown", "stay"): ("矢不及", "fell short"),
        ("flown", "high"): ("矢過其上", "flew over"),
        ("flown", "wide"): ("矢出旁", "went wide"),
    }
)

LABELS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "each pair": ("每耦", "each pair"),
        "three rounds": ("三番", "three rounds"),
        "each": ("各", "each"),
        "the others": ("其餘", "the others"),
    }
)

NO_OFFICES: Mapping[frozenset[str], str] = MappingProxyType({})

_LANGS = ("zh", "en")
_SIGNS = {"is": " = ", "lt": " < ", "le": " ≤ ", "add": " + ", "sub": " − ", "mul": " × ", "div": " ÷ ", "mod": " mod "}
_FLIPPED = {"lt": " > ", "le": " ≥ "}
_SILENT = frozenset({"pairs", "odd", "winner", "manner", "dist"})
_ABOUT = ("content", "for", "what")


def name(id: str, kind: str | None = None) -> Text:
    """The name of an id; one without a name is shown as it is, without its underlines."""
    words = vocabulary()
    zh, en = (words.name(id, lang, kind) for lang in ("zh-Hant", "en"))
    if kind is not None and zh == en == id:
        zh, en = (words.name(id, lang) for lang in ("zh-Hant", "en"))
    return Text(zh.replace("_", " ") if zh == id else zh, en.replace("_", " "))


def role(id: str) -> Role:
    """Somebody by id; numbered members wear the colour of their role."""
    return Role(id, id.split(".", maxsplit=1)[0], name(id, "role"))


def actors(rite: Rite, step: Step) -> tuple[Role, ...]:
    """Those who act, as shortly as they can be named."""
    return tuple(role(id) for id in named_actors(rite, step.actors, step.office))


def label(words: str, copies: int) -> Text:
    """What stands above a loop of so many copies."""
    if words.startswith("×"):
        return Text(words, words)
    zh, en = LABELS.get(words, (words if not words.isascii() else "", words))
    return Text(f"{zh} × {copies}".strip(), f"{en} × {copies}".strip())


def both(zh: str, en: str, *parts: Text) -> Text:
    """A phrase with gaps, filled in both languages."""
    return Text(zh.format(*(p.zh for p in parts)), en.format(*(p.en for p in parts)))


def joined(parts: list[Text], zh: str = "、", en: str = ", ") -> Text:
    return Text(zh.join(p.zh for p in parts), en.join(p.en for p in parts))


# --- acts --------------------------------------------------------------------------------------------------------


def act(rite: Rite, step: Step, offices: Mapping[frozenset[str], str] = NO_OFFICES) -> Text:
    """An act in words: verb, thing, place, facing, to whom, and what is said.

    offices: persons → the office by which they are called here (勝者).
    """
    details = dict(step.details)
    verb = name(step.act, "verb")
    zh, en = verb.zh, verb.en
    thing = details.get("object")
    if isinstance(thing, str):
        named = name(thing, "object")
        zh += "" if named.zh in zh else named.zh
        en += "" if _said_in(named.en, verb.en) else f" {named.en}"
    piece = details.get("piece")
    if isinstance(piece, str):
        named = name(piece)
        zh, en = f"{zh}{named.zh}", f"{en} {named.en}"
    place = details.get("place")
    if isinstance(place, str):
        where = name(place, "place")
        bare = step.act == "go"
        zh += where.zh if bare else f"（{where.zh}）" if step.act in MOVES else f"于{where.zh}"
        en += f" {where.en}" if bare else f" ({where.en})" if step.act in MOVES else f" {_at(where.en)}"
    to = details.get("addressee")
    if to:
        persons = (to,) if isinstance(to, str) else tuple(map(str, to if isinstance(to, tuple) else ()))
        people = named_actors(rite, _grouped(rite, persons), offices.get(frozenset(persons)))
        who = joined([name(p, "role") for p in people])
        zh, en = f"{zh} →{who.zh}", f"{en} → {who.en}"
    said = details.get("words")
    more = _details(step, details, quiet=said is not None)
    zh, en = "，".join([zh, *(t.zh for t in more if t.zh)]), ", ".join([en, *(t.en for t in more if t.en)])
    if said is not None and utterance(said).zh != zh.split(" ")[0]:
        words = utterance(said)
        zh, en = f"{zh}「{words.zh}」", f"{en} “{words.en}”"
    for key, values in step.outcomes:
        shown = [name(str(v).lower() if isinstance(v, bool) else str(v)) for v in values]
        shown = [_yes(v, t) for v, t in zip(values, shown, strict=True)]
        options, about = joined(shown, "／", " / "), name(key, "key")
        zh, en = f"{zh}（{about.zh}：{options.zh}）", f"{en} ({about.en}: {options.en})"
    return Text(zh, en)


def _grouped(rite: Rite, persons: tuple[str, ...]) -> tuple[str, ...]:
    """Many persons by the groups they make up (三耦、眾耦), if they make up groups; else as they are."""
    left, found = set(persons), dict.fromkeys(persons, "")
    if len(persons) < 4 or named_actors(rite, persons) != persons:
        return persons
    for group, members in sorted(rite.groups.items(), key=lambda item: -len(item[1])):
        if left.issuperset(members) and len(members) > 1:
            left.difference_update(members)
            found.update(dict.fromkeys(members, group))
    return tuple(dict.fromkeys(found[p] or p for p in persons))


def _said_in(thing: str, verb: str) -> bool:
    """Whether the verb already names the thing (put tallies, a tally slip)."""
    words = [w for w in thing.split() if w not in ("of", "the", "a", "set")]
    return any(w in verb.split() or (len(w) > 3 and w[:4] in verb) for w in words)


def _yes(value: object, shown: Text) -> Text:
    return Text("是" if value else "否", "yes" if value else "no") if isinstance(value, bool) else shown


def _at(place: str) -> str:
    return place if place.split(maxsplit=1)[0] in ("at", "on", "in", "under", "before", "outside") else f"at {place}"


def _details(step: Step, details: Mapping[str, object], quiet: bool) -> list[Text]:
    """The details beyond object, place, addressee and words."""
    out: list[Text] = []
    for key, value in details.items():
        if key in ("object", "place", "addressee", "words", "piece") or key in _SILENT or isinstance(value, Term):
            continue
        if key in _ABOUT:
            named = name(str(value))
            same = named.zh.strip("。") in name(step.act, "verb").zh
            out.append(Text("" if quiet or same else named.zh, named.en.rstrip(".")))
        elif key == "facing":
            named = name(str(value), "value")
            bare = len(named.zh) < 3 and not named.zh.endswith("面")
            out.append(Text(f"{named.zh}面" if bare else named.zh, f"facing {named.en}"))
        elif key == "from":
            out.append(both("自{}", "from {}", name(str(value))))
        elif key == "n":
            out.append(Text(f"×{value}", f"× {value}") if value != 1 else NO_TEXT)
        elif key == "side":
            out.append(name(str(value), "value"))
        elif value is True:
            out.append(name(key, "key"))
        elif value is False:
            out.append(both("不{}", "not {}", name(key, "key")))
        elif isinstance(value, (str, int)):
            shown = Text(str(value), str(value)) if isinstance(value, int) else name(value)
            out.append(both("{} {}", "{} {}", name(key, "key"), shown))
        elif isinstance(value, tuple):
            out.append(both("{} {}", "{} {}", name(key, "key"), joined([name(str(v)) for v in value])))
    return out


def utterance(said: object) -> Text:
    """What is said; words that the world fills in are shown with their choices."""
    if isinstance(said, Term):
        shown = _template(said)
        return Text(shown, shown)
    known = vocabulary().ids("words")
    if str(said) in known:
        named = name(str(said), "words")
        return Text(named.zh.rstrip("。"), named.en.rstrip("."))
    return Text(str(said), str(said))


def _template(expression: Term) -> str:
    match expression:
        case Const(value):
            return str(value)
        case Op("concat", args):
            return "".join(map(_template, args))
        case Op("numeral", _):
            return "若干"
        case Op("if", (_, then, Const(""))):
            return f"（{_template(then)}）"
        case Op("if", (_, Const(""), otherwise)):
            return f"（{_template(otherwise)}）"
        case Op("if", (_, then, otherwise)):
            return f"{_template(then)}／{_template(otherwise)}"
    return "某"


# --- guards ------------------------------------------------------------------------------------------------------


def guard(expression: Term) -> Text:
    """A condition in words."""
    return Text(_guard(expression, 0), _guard(expression, 1))


def _register(register: Reg, lang: int) -> str:
    owner = _guard(register.owner, lang) if register.owner is not None else ""
    if register.name in REGISTERS:
        return REGISTERS[register.name][lang].format(owner)
    held = field_text(register.name, _LANGS[lang]).split("; ")[0]
    if not owner:
        return held
    held = held.removeprefix("the ").removeprefix("director's ")
    return f"{owner}之{held}" if lang == 0 else f"{owner}’s {held}"


def _state(register: Reg, value: str, lang: int, negated: bool = False) -> str | None:
    """Where somebody is, that there is something or nothing: as a phrase of its own."""
    owner = _guard(register.owner, lang) if register.owner is not None else ""
    if (register.name, value) in IDIOMS and not owner and not negated:
        return IDIOMS[register.name, value][lang]
    if register.name in ("loc", "level", "cup_at") and owner:
        where = value_text(value, _LANGS[lang], "place" if register.name != "level" else "")
        if lang == 0:
            return f"{owner}{'不' if negated else ''}在{where}"
        return f"{owner} {'not ' if negated else ''}{_at(where)}"
    if value == "none":
        held = field_text(register.name, _LANGS[lang]).split("; ")[0]
        if lang == 0:
            return f"{owner}{'有' if negated else '無'}{held}"
        has = f"{owner} has " if owner else ""
        return f"{has}{'' if negated else 'no '}{held}"
    return None


def _guard(expression: Term, lang: int) -> str:
    def say(part: Term) -> str:
        return _guard(part, lang)

    def inner(part: Term) -> str:
        return f"({say(part)})" if isinstance(part, Op) and part.op in ("and", "or") else say(part)

    match expression:
        case Const(bool() as value):
            return ("是", "yes")[lang] if value else ("否", "no")[lang]
        case Const(str() as value):
            return value_text(value, _LANGS[lang])
        case Const(value):
            return str(value)
        case Var(variable):
            return variable
        case Reg():
            return _register(expression, lang)
        case Op("is", (Reg() as register, Const(str() as value))) if _state(register, value, lang) is not None:
            return str(_state(register, value, lang))
        case Op("not", (Op("is", (Reg() as register, Const(str() as value))),)) if _state(
            register, value, lang, negated=True
        ):
            return str(_state(register, value, lang, negated=True))
        case Op("in", (Reg() as register, *options)) if all(
            isinstance(o, Const) and (register.name, o.value) in IDIOMS for o in options
        ):
            return ("或", " or ")[lang].join(say(register.is_(o.value)) for o in options if isinstance(o, Const))
        case Op("is", (Op("abs", (Op("sub", (a, b)),)), Const(0))):
            return f"{say(a)} = {say(b)}"
        case Op("lt", (Const(0), Op("abs", (Op("sub", (a, b)),)))):
            return f"{say(a)} ≠ {say(b)}"
        case Op("is", (a, Const(True))):
            return say(a)
        case Op("not", (Op("is", (a, b)),)):
            return f"{say(a)} ≠ {say(b)}"
        case Op("not", (Op("lt", (a, b)),)):
            return f"{say(a)} ≥ {say(b)}"
        case Op("not", (a,)):
            return f"{('未', 'not ')[lang]}{inner(a)}"
        case Op("and" | "or" as op, args):
            glue = {"and": ("，", " and "), "or": (" 或 ", " or ")}[op][lang]
            return glue.join(map(inner, args))
        case Op("in", (a, *options)):
            return f"{say(a)} = {('／', ' / ')[lang].join(map(say, options))}"
        case Op("lt" | "le" as op, (Const(number), b)):
            return f"{say(b)}{_FLIPPED[op]}{number}"
        case Op("abs", (a,)):
            return f"|{say(a)}|"
        case Op(op, (a, b)) if op in _SIGNS:
            return f"{inner(a)}{_SIGNS[op]}{inner(b)}"
    return text(expression, lambda id: name(id).en if lang else name(id).zh)
