"""``sheli rites``: what there is."""

from __future__ import annotations

from typing import Any

import click

from .common import command_errors, format_option, language_option, output_option, put_json, put_text, said


@click.command("rites")
@language_option
@format_option
@output_option
@command_errors
def command(lang: str, output_format: str, output: str | None) -> None:
    """List the rites, their sections and sources.

    列出所有的禮、各節與出處。

    \b
    sheli rites
    """
    from ..rites import MODULES, definition

    found = [definition(name) for name in MODULES]
    if output_format == "json":
        data: list[dict[str, Any]] = [
            {
                "id": d.id, "zh": d.zh, "en": d.en, "source": d.source,
                "disputes": [dispute.id for dispute in d.disputes],
                "cast": [k.name for k in d.cast],
                "sections": [{"id": s.id, "zh": s.zh, "en": s.en} for s in d.sections],
            }
            for d in found
        ]  # fmt: skip
        put_json(data, output)
        return
    lines = []
    for d in found:
        lines.append(f"{d.id}  {said(d.zh, d.en, lang)}  ({d.source})")
        lines += [f"  {s.id}  {said(s.zh, s.en, lang)}" for s in d.sections]
    put_text(lines, lang, output)
