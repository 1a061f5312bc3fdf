"""``sheli draw``: pictures of a rite.  The one place where the rules know of the pictures."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Literal

import click

from .common import (
    asked,
    command_errors,
    language_option,
    rite_argument,
    sections_begun,
    setting_options,
    stretch_options,
)  # fmt: skip
from .console import complain, write_whole

FORMATS = ("svg", "pdf", "png", "dot")


@click.command("draw")
@rite_argument
@click.option("--kind", type=click.Choice(("flow",)), default="flow", show_default=True, help="Kind of picture.")
@click.option("--view", type=click.Choice(("overview", "poster", "section")), default=None,
              help="The whole on A4 (default) or on A3, or one section in detail.")  # fmt: skip
@click.option("--section", metavar="SECTION", shell_complete=sections_begun,
              help="The section to draw in detail, e.g. TH-04.")  # fmt: skip
@click.option("--page", type=click.IntRange(1), help="One page alone of a picture of several.")
@click.option("--theme", type=click.Choice(("colour", "mono")), default="colour", show_default=True,
              help="On the screen, or for printing in black.")  # fmt: skip
@click.option("--format", "output_format", type=click.Choice(FORMATS), default=None,
              help="Default: by the ending of FILE, else svg.")  # fmt: skip
@stretch_options
@setting_options
@language_option
@click.option("-o", "--output", metavar="FILE", type=click.Path(), required=True, help="Where the picture goes.")
@command_errors
def command(
    rite: str, kind: str, view: str | None, section: str | None, page: int | None, theme: Literal["colour", "mono"],
    output_format: str | None, lang: str, output: str, **options: Any,
) -> None:  # fmt: skip
    """Draw RITE: its flow as cards, or one section in detail.

    繪圖：全禮一頁，或一節詳圖。

    \b
    sheli draw touhu -o touhu.svg
    sheli draw touhu --section TH-04 --lang both -o throwing.pdf
    """
    from diagrams import DrawingError, draw

    made = asked(rite, options).load()
    ending = Path(output).suffix.lstrip(".").lower()
    form = output_format or (ending if ending in FORMATS else "svg")
    shown = view or ("section" if section else "overview")
    try:
        drawn = draw(made, kind, view=shown, section=section, lang=lang, format=form, theme=theme, page=page)
    except DrawingError as error:
        said = {"en": error.en, "both": f"{error.zh}\n{error.en}"}.get(lang, error.zh)
        for line in said.splitlines():
            complain(f"sheli: {line}")
        sys.exit(2)
    write_whole(Path(output), drawn)
