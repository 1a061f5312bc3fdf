"""``sheli words``: what a script of a rite may say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
)  # fmt: skip

if TYPE_CHECKING:
    from ..rite import Rite

TITLES = {
    "verb": ("動作", "acts"),
    "role": ("人", "persons"),
    "place": ("位置", "places"),
    "object": ("器物", "objects"),
    "words": ("所說的話", "words spoken"),
    "key": ("細節", "details"),
}


@click.command("words")
@rite_argument
@setting_options
@language_option
@format_option
@output_option
@command_errors
def command(rite: str, lang: str, output_format: str, output: str | None, **options: Any) -> None:
    """List the acts, persons, places and objects of RITE, with their ids and names; outcome and cast keys.

    列出一禮所用的動作、人、位置、器物與其名。

    \b
    sheli words touhu
    sheli words touhu --format json
    """
    made = asked(rite, options).load()
    found = {kind: list(_names(kind, ids)) for kind, ids in _used(made).items()}
    if output_format == "json":
        put_json({**_keys(made), **found}, output)
    else:
        put_text(_lines(made, found, lang), lang, output)


def _used(rite: Rite) -> dict[str, list[str]]:
    """Ids the score uses, by kind, in the order of their first use."""
    from ..terms import Term

    used: dict[str, dict[str, None]] = {kind: {} for kind in TITLES}
    for step in rite.steps:
        used["verb"][step.act] = None
        used["role"].update(dict.fromkeys([*step.actors, *([step.office] if step.office else [])]))
        for field, value in step.details:
            if field in ("object", "place", "words") and isinstance(value, str):
                used[field][value] = None
            elif field == "addressee" and isinstance(value, tuple):
                used["role"].update(dict.fromkeys(value))
            elif not isinstance(value, Term) and field not in ("object", "place", "facing", "addressee", "words"):
                used["key"][field] = None
        used["key"].update(dict.fromkeys(key for key, _ in step.outcomes))
    used["role"].update(dict.fromkeys([*rite.groups, *rite.roles]))
    return {kind: list(ids) for kind, ids in used.items()}


def _names(kind: str, ids: Iterable[str]) -> Iterator[dict[str, Any]]:
    from ..vocabulary import load

    vocabulary = load()
    for id in ids:
        found = vocabulary.find(id, "words") if kind == "words" else ()
        try:
            entry = vocabulary.entry(kind, found[0] if found else id)
        except KeyError:
            langs = (("zh", "zh-Hant"), ("simp", "zh-Hans"), ("pinyin", "pinyin"), ("en", "en"))
            named = {key: vocabulary.name(id, lang, kind) for key, lang in langs}
            yield {"id": id, **{k: [v] if k != "pinyin" else v for k, v in named.items()}}
            continue
        yield {"id": id, "zh": list(entry.zh), "simp": list(entry.simp), "pinyin": entry.pinyin, "en": list(entry.en)}


def _keys(rite: Rite) -> dict[str, Any]:
    outcomes: dict[str, list[Any]] = {}
    for step in rite.steps:
        for key, values in step.outcomes:
            outcomes[key] = list(dict.fromkeys([*outcomes.get(key, []), *values]))
    cast = [
        {"key": k.name, "values": list(k.domain), "default": k.default, "zh": k.zh, "en": k.en}
        for k in rite.definition.cast
    ]
    domains = {r.name: list(r.domain) for r in rite.schema.registers}
    given = {name: domains[fact.register] for name, fact in rite.inherited.items()}
    return {"rite": rite.id, "outcomes": outcomes, "cast": cast, "given": given, "passages": list(rite.passages)}


def _lines(rite: Rite, found: dict[str, list[dict[str, Any]]], lang: str) -> Iterator[str]:
    from ..messages import field_text
    from ..wording import choices_text, value_text

    for kind, entries in found.items():
        yield f"{said(*TITLES[kind], lang)}:"
        for e in entries:
            names = [" ".join(e["zh"]), " ".join(e["simp"]), e["pinyin"], "; ".join(e["en"])]
            shown = "  ".join(n for n in dict.fromkeys(names) if n and n != e["id"])
            yield f"  {e['id']:24}{shown}".rstrip()
        yield ""
    keys = _keys(rite)
    yield f"{said('結果', 'outcomes', lang)}:"
    for key, values in keys["outcomes"].items():
        # Yes and no have no other name that a script could say.
        ids = ("" if isinstance(v, bool) else f"{v} " for v in values)
        named = (f"{id}{value_text(v, 'zh')} {value_text(v, 'en')}" for id, v in zip(ids, values, strict=True))
        yield f"  {key} {field_text(key, 'zh')}: {'  '.join(named)}"
    yield ""
    yield f"{said('與禮者（--cast）', 'cast (--cast)', lang)}:"
    for k in keys["cast"]:
        values = choices_text(k["values"], one(lang))
        default = f"{said('不言則', 'default', lang)} {k['default']}"
        yield f"  {k['key']}: {values} ({default})  {said(k['zh'], k['en'], lang)}"
    yield ""
    yield f"{said('承前（--given）', 'inherited (--given)', lang)}:"
    for name, values in keys["given"].items():
        yield f"  {name} {field_text(name, 'zh')}: {choices_text(values, one(lang))}"
    yield ""
    yield f"{said('段落（寫在 [ ] 裏）', 'passages (in [ ])', lang)}:"
    yield f"  {'  '.join(name for name in keys['passages'] if not name.isascii())}"
