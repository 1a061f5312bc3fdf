"""``sheli coverage``: which clauses of the classic the rites cover."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import (
    Asked,
    command_errors,
    format_option,
    language_option,
    output_option,
    put_json,
    put_text,
    said,
)  # fmt: skip

if TYPE_CHECKING:
    from ..coverage import Coverage


@click.command("coverage")
@click.argument("rite", required=False)
@click.option("--ledger", metavar="DIR", help="Folder with the clauses as JSON lines: touhu.jsonl, dashe.jsonl, …")
@click.option("--seeds", metavar="DIR", help="Folder with the editions, to compare the phrases (needs --ledger).")
@click.option("--restorations", metavar="FILE", help="Table of lost and misprinted graphs: seed_char, restored.")
@language_option
@format_option
@output_option
@command_errors
def command(
    *,
    rite: str | None,
    ledger: str | None,
    seeds: str | None,
    lang: str,
    output_format: str,
    output: str | None,
    restorations: str | None,
) -> None:
    """Which clauses are cited, section by section; with a ledger, which are missing and what differs.

    經文各條涵蓋與否，並與條目表、底本對勘。

    Exit 1 where rows of the ledger are not covered, or phrases differ.

    \b
    sheli coverage
    sheli coverage touhu --ledger ledger/ --seeds editions/ --restorations restorations.tsv
    """
    from ..coverage import cover
    from ..rites import MODULES

    folders = [Path(folder) if folder else None for folder in (ledger, seeds, restorations)]
    found = [cover(Asked(name).load(), *folders) for name in ([rite] if rite else MODULES)]
    if output_format == "json":
        put_json([_json(one) for one in found], output)
    else:
        put_text((line for one in found for line in _lines(one, lang)), lang, output)
    sys.exit(1 if any(one.missing or one.phrases or one.unfound for one in found) else 0)


def _sections(found: Coverage) -> list[tuple[str, int, int | None]]:
    """Section, clauses covered, and rows of the ledger (None without one)."""
    from ..coverage import by_section

    if not found.rows:
        return [(section, number, None) for section, number in by_section(found.cited).items()]
    total = by_section(r.id for r in found.rows)
    covered = by_section(r.id for r in found.rows if r.id in found.cited)
    return [(section, covered.get(section, 0), number) for section, number in total.items()]


def _json(found: Coverage) -> dict[str, Any]:
    return {
        "rite": found.rite,
        "sections": [{"section": s, "covered": n, "rows": total} for s, n, total in _sections(found)],
        "cited": {clause: sorted(how) for clause, how in sorted(found.cited.items())},
        "missing": found.missing,
        "phrases": [{"clause": c, "phrase": p, "ledger": norm} for c, p, norm in found.phrases],
        "not_in_edition": [{"clause": c, "phrase": p} for c, p in found.unfound],
        "differences": [
            {"clause": d.clause, "field": d.field, "ledger": d.ledger, "encoded": d.encoded, "why": d.why}
            for d in found.differences
        ],
    }


def _lines(found: Coverage, lang: str) -> Iterator[str]:
    yield f"{found.rite}:"
    for section, covered, total in _sections(found):
        yield f"  {section}  {covered}" + (f"/{total}" if total is not None else "")
    if not found.rows:
        return
    covered, total = len(found.rows) - len(found.missing), len(found.rows)
    yield said(f"  共 {covered}/{total} 條", f"{covered} of {total} rows covered", lang)
    if found.missing:
        yield f"  {said('未及', 'missing', lang)}: {' '.join(found.missing)}"
    for clause, phrase, norm in found.phrases:
        yield f"  {clause} {said('文字不同', 'words differ', lang)}: {phrase} ≠ {norm}"
    for clause, phrase in found.unfound:
        yield f"  {clause} {said('底本依次無此文', 'not in the edition in this order', lang)}: {phrase}"
    for d in found.differences:
        encoded = d.encoded or said("（未定）", "(open)", lang)
        yield f"  {d.clause} {d.field}: {d.ledger} ≠ {encoded}" + (f"  ({d.why})" if d.why else "")
