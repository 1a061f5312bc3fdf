"""``sheli check``: a script against a rite."""

from __future__ import annotations

import sys
from typing import Any

import click

from .common import (
    asked,
    command_errors,
    format_option,
    input_options,
    language_option,
    output_option,
    put_json,
    read_script,
    rite_argument,
    script_argument,
    setting_options,
    stretch_options,
)  # fmt: skip
from .console import coloured, put


@click.command("check")
@rite_argument
@script_argument
@stretch_options
@setting_options
@click.option("--partial", is_flag=True, help="The script may stop before the end.")
@click.option("--strict", is_flag=True, help="Manner must be written out, and warnings count.")
@input_options
@language_option
@format_option
@output_option
@command_errors
def command(rite: str, script: str, lang: str, output_format: str, output: str | None, **options: Any) -> None:
    """Check SCRIPT against RITE and explain every fault. SCRIPT may be -.

    查驗腳本，逐一說明其誤、出處與改法。

    Exit: 0 it conforms, 1 there are findings, 2 it cannot be read or the call is wrong.

    \b
    sheli check touhu game.txt
    sheli check touhu game.txt --cast pairs=2 --reading zhu
    sheli check touhu game.csv --lang zh-Hans --format json -o verdict.json
    """
    from ..alternatives import with_alternatives
    from ..checking import Checker
    from ..messages import problem_severity, report, verdict_json

    made = asked(rite, options).load()
    read = read_script(script, options["input_format"], options["encoding"])
    partial, strict = options["partial"], options["strict"]
    verdict = with_alternatives(Checker(made).check(read, partial, strict), partial, strict)
    good = verdict.conforms and not any(problem_severity(p) == "error" for p in read.problems)
    if output_format == "json":
        put_json({**verdict_json(verdict), "conforms": good}, output)
    else:
        put(report(verdict, lang, colour=output is None and coloured()), output)
    sys.exit(0 if good else 1)
