"""``sheli template``: an empty form to fill in."""

from __future__ import annotations

import click

from .common import command_errors, format_of, language_option, output_option, put_bytes
from .console import put
from .perform import FORMATS


@click.command("template")
@language_option
@click.option("--format", "output_format", type=click.Choice(FORMATS),
              help="Default: by the ending of FILE, else text.")  # fmt: skip
@output_option
@command_errors
def command(lang: str, output_format: str | None, output: str | None) -> None:
    """Write an empty form for a script, with two rows as examples.

    空白表格，附兩行為例；填好後可用 sheli check 查驗。

    \b
    sheli template -o form.xlsx
    sheli template --format csv --lang en -o form.csv
    sheli template --lang zh-Hans
    """
    from ..scripts import template

    form = template(format_of(output, FORMATS, output_format), {"both": "zh-Hant"}.get(lang, lang))
    put(form, output) if isinstance(form, str) else put_bytes(form, output)
