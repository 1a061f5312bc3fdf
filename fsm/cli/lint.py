"""``sheli lint``: what exploration shows of a rite."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from .common import (
    asked,
    command_errors,
    format_option,
    language_option,
    output_option,
    put_json,
    put_text,
    rite_argument,
    said,
    setting_options,
    stretch_options,
)  # fmt: skip


@click.command("lint")
@rite_argument
@stretch_options
@setting_options
@click.option("--every-outcome", is_flag=True, help="Every outcome, however many situations that makes.")
@language_option
@format_option
@output_option
@command_errors
def command(rite: str, every_outcome: bool, lang: str, output_format: str, output: str | None, **options: Any) -> None:
    """Explore every situation of RITE: can it always be finished, is any act or rule idle?

    走遍各種情形：禮總能行畢嗎？有無不及的動作、從不違犯的規則？

    Where every outcome makes too many situations, representative ones are explored (none, all, right, left,
    level, odd); acts that these do not reach are then listed only.

    Exit 1 for names in no table, dead ends, situations from which no end is reached, ambiguous acts, or acts never
    reached.

    \b
    sheli lint touhu
    sheli lint touhu --cast pairs=2
    """
    from ..surveying import survey

    made = asked(rite, options).load()
    found = survey(made, every_outcome)
    if output_format == "json":
        put_json(found, output)
    else:
        put_text(_lines(found, lang), lang, output)
    sys.exit(0 if found["good"] else 1)


def _lines(found: dict[str, Any], lang: str) -> Iterator[str]:
    outcomes = found["outcomes"] if found["outcomes"] == "every" else ", ".join(found["outcomes"])
    situations, moves, ends = found["situations"], found["moves"], found["ends"]
    zh = f"{found['rite']}：情形 {situations}，動作 {moves}，可終之處 {ends}（結果：{outcomes}）"
    en = f"{found['rite']}: {situations} situations, {moves} acts, {ends} ends (outcomes: {outcomes})"
    yield said(zh, en, lang)
    for key, zh, en in (
        ("unknown_names", "表中所無之名", "names in no table"),
        ("dead_ends", "死路", "dead ends"),
        ("endless", "到不了結束的情形", "situations from which no end is reached"),
        ("ambiguous", "分不清的動作", "acts that no script could tell apart"),
        ("never_reached", "從不做到的動作", "acts never reached"),
        ("never_false", "從不違犯的規則（只列出，不算錯）", "rules never broken (listed, no fault)"),
        (
            "silent_laws",
            "所言之規則不及任何動作（只列出，不算錯）",
            "laws whose rule speaks of no act (listed, no fault)",
        ),
    ):
        entries = found[key]
        yield f"{said(zh, en, lang)}: {len(entries)}"
        yield from (f"  {entry}" for entry in entries[:20])
        if len(entries) > 20:
            yield f"  … {len(entries) - 20}"
