"""``sheli gaps``: what the model does that the text does not say."""

from __future__ import annotations

import sys
from collections.abc import Iterator
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


@click.command("gaps")
@rite_argument
@setting_options
@language_option
@format_option
@output_option
@command_errors
def command(rite: str, lang: str, output_format: str, output: str | None, **options: Any) -> None:
    """List the acts of RITE that the text leaves out, and on whose word they are supplied.

    經所未言而補的動作，並其所據；無所據者是缺失。

    Exit 1 if an act has no support: no commentator, and not marked as the editors' own.

    \b
    sheli gaps touhu
    """
    found = list(gaps_of(asked(rite, options).load()))
    if output_format == "json":
        put_json([{k: v for k, v in gap.items() if k not in ("line", "again")} for gap in found], output)
    else:
        put_text(_lines(found, lang), lang, output)
    sys.exit(0 if all(gap["supported"] for gap in found) else 1)


def gaps_of(rite: Rite) -> Iterator[dict[str, Any]]:
    """Every act supplied, each once: its clause, act, on whose word, and whether that is anybody's."""
    from ..acting import plain_action
    from ..readings import COMMENTATORS

    seen: set[tuple[Any, ...]] = set()
    for step in rite.steps:
        if step.optional != "unsaid" and not step.editorial:
            continue
        action = plain_action(rite, step)
        key = (step.clauses, action)
        if key in seen:
            continue
        seen.add(key)
        known = [who for who in step.by if who in COMMENTATORS]
        yield {
            "clause": step.clauses[0] if step.clauses else "",
            "phrase": step.cites[0].phrase if step.cites else "",
            "action": action.to_json(),
            "by": list(step.by),
            "editorial": step.editorial,
            "supported": step.editorial or (bool(known) and len(known) == len(step.by)),
            "again": " ".join(step.clauses[1:]),
            "line": action,
        }


def _lines(found: list[dict[str, Any]], lang: str) -> Iterator[str]:
    from ..messages import script_line, who_text

    for gap in found:
        who = who_text(gap["by"], one(lang))
        if gap["editorial"]:
            who = said("編者", "the editors", lang) + (f" ({who})" if who else "")
        if not gap["supported"]:
            who = said("！無所據", "! nobody", lang) + (f": {who}" if who else "")
        # Supplied once more where the classic says 如初.
        again = f"〔{gap['again']}〕" if gap["again"] else ""
        yield f"{gap['clause']:10} 「{gap['phrase']}」{again} {script_line(gap['line'], lang)}  ← {who}"
    bad = sum(not gap["supported"] for gap in found)
    total = len(found)
    yield said(f"共補 {total} 項，無所據者 {bad} 項。", f"{total} acts supplied, {bad} of them on nobody's word.", lang)
