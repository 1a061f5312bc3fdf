"""``sheli export``: a rite as data, for games and other programs."""

from __future__ import annotations

from typing import Any

import click

from .common import (
    asked,
    command_errors,
    language_option,
    output_option,
    rite_argument,
    setting_options,
    stretch_options,
)
from .console import put


@click.command("export")
@rite_argument
@click.option("--kit", is_flag=True, help="Not the rite but scripts with their verdicts, to test a reader of it with.")
@click.option("--schema", is_flag=True, help="Not the rite but the JSON Schema that it keeps to.")
@stretch_options
@setting_options
@language_option
@output_option
@command_errors
def command(rite: str, kit: bool, schema: bool, lang: str, output: str | None, **options: Any) -> None:
    """Write RITE as JSON: score, verbs with their guards and effects, words in three languages, citations.

    輸出資料：儀節、動詞之規、名目、出處，供遊戲與他程式用。

    \b
    sheli export touhu -o touhu.json
    sheli export touhu --kit -o touhu-kit.json
    """
    from .. import exporting
    from ..rite import UsageError

    if kit and schema:
        raise UsageError("not-together", options=("--kit", "--schema"))
    made = asked(rite, options).load()
    data = exporting.schema() if schema else exporting.kit(made) if kit else exporting.export(made)
    put(exporting.as_json(data), output)
