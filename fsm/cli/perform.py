"""``sheli perform``: a legal performance."""

from __future__ import annotations

from typing import Any

import click

from .common import (
    asked,
    by_vocabulary,
    command_errors,
    format_of,
    language_option,
    output_option,
    pairs,
    put_bytes,
    put_json,
    rite_argument,
    setting,
    setting_options,
    split,
    stretch_options,
)  # fmt: skip
from .console import complain, put

FORMATS = ("text", "json", "yaml", "csv", "xlsx", "ods", "srt", "vtt", "eaf")
"""Those that `fsm.scripts` writes, which is not imported for help alone."""


@click.command("perform")
@rite_argument
@stretch_options
@setting_options
@click.option("--order", type=click.Choice(("canonical", "random")), default="canonical", show_default=True,
              help="As the classic has it, or any order that is allowed.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="For what is random.")
@click.option("--outcome", multiple=True, metavar="KEY=HOW",
              help="all, none, right, left, level, odd, random, a row (10110), a value: fall=out.")  # fmt: skip
@click.option("--optional/--no-optional", default=True, show_default=True,
              help="With the acts that the text leaves out, and manner; or only what it says.")  # fmt: skip
@language_option
@click.option("--format", "output_format", type=click.Choice(FORMATS),
              help="A script to edit, data, a table, subtitles or annotations. "
                   "Default: by the ending of FILE, else text.")  # fmt: skip
@output_option
@command_errors
def command(rite: str, lang: str, output_format: str | None, output: str | None, **options: Any) -> None:
    """Write a legal performance of RITE, which check reads back.

    依禮演一遍，所得可再查驗。

    \b
    sheli perform touhu
    sheli perform touhu --outcome fall=odd --no-optional -o game.txt
    sheli perform touhu -o game.xlsx
    sheli perform dashe --to DS2-02 --lang en -o morning.eaf
    sheli perform touhu --order random --seed 7 --format json
    """
    from ..messages import usage_message
    from ..performing import perform
    from ..rite import UsageError

    made = asked(rite, options).load()
    outcomes = _outcomes(options["outcome"])
    done = perform(made, options["order"], options["seed"], outcomes, options["optional"])
    if not done.actions:
        for line in usage_message(UsageError("nothing-done", known=list(made.inherited)), lang).splitlines():
            complain(f"sheli: {line}")
    wanted = format_of(output, FORMATS, output_format)
    if wanted == "json":
        put_json(done.to_json(), output)
        return
    from ..scripts import PACKED, write, write_bytes

    names = {"both": "zh-Hant"}.get(lang, lang)
    if wanted in PACKED:
        put_bytes(write_bytes(done.actions, wanted, names), output)
    else:
        put(write(done.actions, wanted, names), output)


def _outcomes(words: tuple[str, ...]) -> dict[str, str]:
    """KEY=HOW by key, each by id or name; further values after a comma belong to the key before them."""
    found: dict[str, str] = {}
    last = ""
    for word in split(words):
        if "=" in word or "＝" in word or not last:
            ((last, how),) = pairs("--outcome", [setting(word)]).items()
            found[last] = how
        else:
            found[last] += f",{by_vocabulary(word, 'value')}"
    return found
