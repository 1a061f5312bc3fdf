"""``sheli check``: a script against a rite."""

from __future__ import annotations

import sys
from typing import Any

import click

from .common import (
    asked,
    command_errors,
    format_of,
    input_options,
    language_option,
    output_option,
    put_bytes,
    put_json,
    read_with_bytes,
    rite_argument,
    script_argument,
    setting_options,
    stretch_options,
)  # fmt: skip
from .console import coloured, put

FORMATS = ("text", "json", "markdown", "html", "csv", "xlsx", "eaf")
"""Those of `fsm.reports`, which is not imported for help alone."""


@click.command("check")
@rite_argument
@script_argument
@stretch_options
@setting_options
@click.option("--partial", is_flag=True, help="The script may stop before the end.")
@click.option("--strict", is_flag=True, help="Manner must be written out, and warnings count.")
@input_options
@language_option
@click.option("--format", "output_format", type=click.Choice(FORMATS),
              help="A report (text, json, markdown, html), or a copy of the script with the findings in it "
                   "(csv, xlsx, eaf). Default: by the ending of FILE, else text.")  # fmt: skip
@output_option
@command_errors
def command(rite: str, script: str, lang: str, output_format: str | None, output: str | None, **options: Any) -> None:
    """Check SCRIPT against RITE and explain every fault. SCRIPT may be -.

    查驗腳本，逐一說明其誤、出處與改法。

    SCRIPT is text, CSV, XLSX, ODS, JSON, YAML, SRT, VTT or ELAN (EAF).

    Exit: 0 it conforms, 1 there are findings, 2 it cannot be read or the call is wrong.

    \b
    sheli check touhu game.txt
    sheli check touhu game.txt --cast pairs=2 --reading zhu
    sheli check touhu game.xlsx --sheet 排演 -o findings.xlsx
    sheli check touhu game.eaf -o findings.eaf
    sheli check dashe morning.txt --to DS2-02 --format html -o findings.html
    sheli check touhu game.csv --lang zh-Hans --format json -o verdict.json
    """
    from ..alternatives import with_alternatives
    from ..checking import Checker
    from ..messages import problem_severity, report, verdict_json

    made = asked(rite, options).load()
    read, original = read_with_bytes(script, options)
    partial, strict = options["partial"], options["strict"]
    verdict = with_alternatives(Checker(made).check(read, partial, strict), partial, strict)
    good = verdict.conforms and not any(problem_severity(p) == "error" for p in read.problems)
    wanted = format_of(output, FORMATS, output_format)
    if wanted == "json":
        put_json({**verdict_json(verdict), "conforms": good}, output)
    elif wanted == "text":
        put(report(verdict, lang, colour=output is None and coloured()), output)
    else:
        from ..reports import render

        made_of = render(verdict, wanted, lang, original)
        put(made_of, output) if isinstance(made_of, str) else put_bytes(made_of, output)
    sys.exit(0 if good else 1)
