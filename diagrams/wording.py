"""Ids, acts and guards in words, Chinese and English."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from fsm.acting import named_actors
from fsm.rite import Rite
from fsm.score import MOVES, Step
from fsm.terms import Const, Op, Reg, Term, Var, all_of, conjuncts, text
from fsm.vocabulary import load as vocabulary
from fsm.wording import field_text, settled, value_text

from .exclusion import REPORTED
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

DENIED: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "seated": ("{}未就筵", "{} not on the mat"),
        "gear": ("{}未著決遂", "{} without gear on"),
    }
)
"""The contrary of some of them."""

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
        ("hit_due", "great"): ("中大侯未唱", "hit on the great target not yet called"),
        ("hit_due", "middle"): ("中參侯未唱", "hit on the middle target not yet called"),
        ("hit_due", "near"): ("中干侯未唱", "hit on the near target not yet called"),
    }
)

BEARINGS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "pose": ("{}{}", "{}: {}"),
        "posture": ("{}{}", "{}: {}"),
        "rod": ("{}{}扑", "{}’s rod {}"),
        "sleeve": ("{}{}", "{}’s arm {}"),
    }
)
"""Registers of how somebody bears himself, said as a phrase of owner and value."""

NOT_YET = tuple(register.is_("none") for register in REPORTED)
"""What goes without saying beside another condition."""

DETAILS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "after": ("從{}", "after {}"),
        "ahead": ("先{}等", "{} steps ahead"),
        "by": ("自{}", "by the {}"),
        "dir": ("向{}", "{}"),
        "each_other": ("", "each other"),
        "foot": ("{}足", "{} foot"),
        "from": ("自{}", "from {}"),
        "gap": ("間{}等", "{} step between"),
        "guard": ("遂{}", "guard on the {}"),
        "hand": ("{}手", "{} hand"),
        "hands": ("{}手", "{}"),
        "left": ("{}在左", "{} on the left"),
        "lie": ("{}", "{}"),
        "lower": ("下射{}", "lower archer {}"),
        "order": ("{}", "{}"),
        "owner": ("{}所用", "for {}"),
        "posture": ("{}", "{}"),
        "ring": ("決{}", "ring on the {}"),
        "state": ("{}", "{}"),
        "steps": ("{}等", "{} steps"),
        "target": ("{}侯", "{} target"),
        "tone": ("以{}", "on the {}"),
        "upper": ("上射{}", "upper archer {}"),
        "via": ("由{}", "by way of {}"),
        "way": ("{}", "{}"),
    }
)
"""How a detail is said, where it is not the name of its key and its value; `{}` is the value."""

WHOLE: Mapping[tuple[str, object], tuple[str, str]] = MappingProxyType(
    {
        ("not_full_circle", False): ("一周", "in a full circle"),
        ("completing", False): ("未成", "not completed"),
        ("hand", "both"): ("兩手", "both hands"),
        ("steps", 1): ("一等", "one step"),
        ("target", "great"): ("大侯", "great target"),
    }
)
"""Details that are said otherwise still."""

LABELS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "each pair": ("每耦", "each pair"),
        "three rounds": ("三番", "three rounds"),
        "each": ("各", "each"),
        "the others": ("其餘", "the others"),
        "each loser of rank": ("不勝之尊者各一", "each loser of rank"),
    }
)

NO_OFFICES: Mapping[frozenset[str], str] = MappingProxyType({})

_LANGS = ("zh", "en")
_SIGNS = {"is": " = ", "lt": " < ", "le": " ≤ ", "add": " + ", "sub": " − ", "mul": " × ", "div": " ÷ ", "mod": " mod "}
_FLIPPED = {"lt": " > ", "le": " ≥ "}
_SILENT = frozenset({"pairs", "odd", "manner", "dist"})
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
    if zh.startswith(_counted(copies).zh):
        return Text(zh, en)  # 三番 says how many.
    return Text(f"{zh} × {copies}".strip(), f"{en} × {copies}".strip())


def both(zh: str, en: str, *parts: Text) -> Text:
    """A phrase with gaps, filled in both languages."""
    return Text(zh.format(*(p.zh for p in parts)), en.format(*(p.en for p in parts)))


def joined(parts: list[Text], zh: str = "、", en: str = ", ") -> Text:
    return Text(zh.join(p.zh for p in parts), en.join(p.en for p in parts))


def either(a: Text, b: Text) -> Text:
    """One guard or the other."""
    several = "，" in a.zh + b.zh
    return joined([a, b], "；或 " if several else " 或 ", "; or " if several else " or ")


# --- acts --------------------------------------------------------------------------------------------------------


def act(rite: Rite, step: Step, offices: Mapping[frozenset[str], str] = NO_OFFICES) -> Text:
    """An act in words: verb, thing, place, facing, to whom, and what is said.

    offices: persons → the office by which they are called here (勝者).
    """
    details = dict(step.details)
    verb = name(step.act, "verb")
    zh, en = "相" * ("each_other" in details) + verb.zh, verb.en.split(", ", maxsplit=1)[0]
    thing = details.get("object")
    if isinstance(thing, str):
        named = name(thing, "object")
        zh = _with_thing(zh, named.zh)
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
        bare_en = where.en.removeprefix("at ")
        en += f" {bare_en}" if bare else f" ({where.en})" if step.act in MOVES else f" {_at(where.en)}"
    to = details.get("addressee")
    if to:
        persons = (to,) if isinstance(to, str) else tuple(map(str, to if isinstance(to, tuple) else ()))
        people = named_actors(rite, _grouped(rite, persons), offices.get(frozenset(persons)))
        who = joined([name(p, "role") for p in people])
        zh, en = f"{zh} →{who.zh}", f"{en} → {who.en}"
    said = details.get("words")
    more = _details(step, details, quiet=said is not None)
    zh, en = "，".join([zh, *(t.zh for t in more if t.zh)]), ", ".join([en, *(t.en for t in more if t.en)])
    zh = zh.replace("，「", "「")
    if said is not None and utterance(said).zh != zh.split(" ")[0]:
        words = utterance(said)
        zh = f"{zh}「{words.zh}」"
        # Chinese words are quoted in English only where nothing else says what they are about.
        en = en if words.en == words.zh and details.keys() & set(_ABOUT) else f"{en} “{words.en}”"
    for key, values in step.outcomes:
        shown = [name(str(v).lower() if isinstance(v, bool) else str(v)) for v in values]
        shown = [_yes(v, Text(t.zh.rstrip("。"), t.en)) for v, t in zip(values, shown, strict=True)]
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


def _with_thing(verb: str, thing: str) -> str:
    """A verb and its object, nothing said twice: 執弓＋弓矢 is 執弓矢, 挾矢＋乘矢 is 挾乘矢."""
    if thing in verb:
        return verb
    if verb[-1] == thing[-1] and len(verb) > 1:
        return verb[:-1] + thing
    return verb + thing[1:] if verb[-1] == thing[0] else verb + thing


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
            if key == "what" and "object" in details and value != "all":
                continue  # It only says again of which kind the thing is.
            about = Text("" if quiet or same else named.zh, named.en.rstrip("."))
            if str(value) in vocabulary().ids("words"):
                about = Text(about.zh and f"「{about.zh.rstrip('。')}」", f"“{about.en}”")
            out.append(both("為{}", "for {}", about) if key == "for" and role_known(str(value)) else about)
        elif (key, value) in WHOLE:
            out.append(Text(*WHOLE[key, value]))
        elif key in DETAILS:
            shown = NO_TEXT if value is True else _counted(value) if isinstance(value, int) else name(str(value))
            before = DETAILS[key][0].partition("{}")[0]
            out.append(both(*DETAILS[key], Text(shown.zh.removeprefix(before), shown.en)))
        elif key == "with":
            shown = name(str(value))
            out.append(both("與{}" if role_known(str(value)) else "以{}", "with {}", shown))
        elif key == "facing":
            named = name(str(value), "value")
            bare = len(named.zh) < 3 and not named.zh.endswith("面")
            out.append(Text(f"{named.zh}面" if bare else named.zh, f"facing {named.en}"))
        elif key == "winner":
            # In Chinese the words that are said tell it.
            out.append(Text("", IDIOMS.get(("result", str(value)), ("", str(value)))[1]))
        elif key == "n":
            out.append(Text(f"×{value}", f"×{value}") if value != 1 else NO_TEXT)
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


def _counted(number: int) -> Text:
    """A small number as it stands in a phrase."""
    return Text("〇一二三四五六七八九十"[number] if 0 <= number <= 10 else str(number), str(number))


def role_known(id: str) -> bool:
    """Whether somebody has that id."""
    return id.split(".", maxsplit=1)[0] in vocabulary().ids("role")


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


def chosen(value: Term) -> Term:
    """What is left of a choice between values where no register decides it."""
    match value:
        case Op("if", (test, then, otherwise)) if isinstance(decided := settled(test), Const):
            return chosen(then if decided.value else otherwise)
    return value


def _template(expression: Term) -> str:
    match chosen(expression):
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
    parts = conjuncts(settled(expression))
    plain = all_of(*([p for p in parts if p not in NOT_YET] or parts))
    return Text(_guard(plain, 0), _guard(plain, 1))


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
    if register.name in BEARINGS and owner and not negated:
        return BEARINGS[register.name][lang].format(owner, value_text(value, _LANGS[lang]))
    if value == "none":
        held = field_text(register.name, _LANGS[lang]).split("; ")[0]
        if lang == 0:
            return f"{owner}{'有' if negated else '無'}{held}"
        has = f"{owner} has " if owner else ""
        return f"{has}{'' if negated else 'no '}{held}"
    return None


def _some(whole: Term, lang: int) -> str | None:
    """That there is any of a quotient, a rest or arrows, as one says it: at least so many, an odd one, some left."""
    match whole:
        case Op("div", (Op("div", (a, Const(int() as m))), Const(int() as n))):
            return f"{_guard(a, lang)} ≥ {m * n}"
        case Op("div", (a, Const(n))):
            return f"{_guard(a, lang)} ≥ {n}"
        case Op("mod", (Op("div", (a, Const(2))), Const(n))):
            told = "{}不盡於{}純", "{} beyond full heaps of {} pairs"
            return told[lang].format(_guard(a, lang), _counted(int(n)).zh if lang == 0 else n)
        case Op("mod", (a, Const(2))):
            return ("{}有奇", "an odd one of {}")[lang].format(_guard(a, lang))
        case Reg("arrows", owner) if owner is not None:
            return ("{}有矢", "{} has arrows left")[lang].format(_guard(owner, lang))
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
        case Op("lt", (Const(0), whole)) if (said := _some(whole, lang)) is not None:
            return said
        case Op("is", (a, Const(True))):
            return say(a)
        case Op("not", (Op("is", (a, b)),)):
            return f"{say(a)} ≠ {say(b)}"
        case Op("not", (Op("lt", (a, b)),)):
            return f"{say(a)} ≥ {say(b)}"
        case Op("not", (Reg(register, Term() as owner),)) if register in DENIED:
            return DENIED[register][lang].format(say(owner))
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
