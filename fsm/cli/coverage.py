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
    rites_begun,
    said,
)  # fmt: skip

if TYPE_CHECKING:
    from ..coverage import Coverage


@click.command("coverage")
@click.argument("rite", required=False, shell_complete=rites_begun)
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
        "not_encoded": found.outside(_encoded(found)),
        "restored": [
            {"clause": c, "printed": r.printed, "restored": r.restored, "why": r.why} for c, r in found.restored
        ],
        "phrases": [{"clause": c, "phrase": p, "ledger": norm} for c, p, norm in found.phrases],
        "not_in_edition": [{"clause": c, "phrase": p} for c, p in found.unfound],
        "differences": [
            {"clause": d.clause, "field": d.field, "ledger": d.ledger, "encoded": d.encoded, "why": d.why}
            for d in found.differences
        ],
    }


def _encoded(found: Coverage) -> list[str]:
    from ..loading import load

    return [section.id for section in load(found.rite).sections]


def _lines(found: Coverage, lang: str) -> Iterator[str]:
    from ..coverage import ranges

    yield f"{found.rite}:"
    outside = found.outside(_encoded(found))
    for section, covered, total in _sections(found):
        if section in outside:
            continue
        yield f"  {section}  {covered}" + (f"/{total}" if total is not None else "")
    if not found.rows:
        return
    covered, total = len(found.rows) - len(found.missing), len(found.rows)
    yield said(f"  共 {covered}/{total} 條", f"{covered} of {total} rows covered", lang)
    missing: dict[str, list[str]] = {}
    for clause in found.missing:
        missing.setdefault(clause.rsplit("-", 1)[0], []).append(clause)
    for section, clauses in missing.items():
        if section not in outside:
            yield f"  {said('未及', 'missing', lang)} {section} ({len(clauses)}): {' '.join(ranges(clauses))}"
    if outside:
        rows = sum(len(missing.get(section, ())) for section in outside)
        listed = " ".join(_section_ranges(outside))
        yield "  " + said(f"尚未編入：{listed}（{rows} 條）", f"not encoded: {listed} ({rows} rows)", lang)
    for clause, known in found.restored:
        yield f"  {clause} {said('已校正', 'restored', lang)}: {known.printed} → {known.restored}  ({known.why})"
    for clause, phrase, norm in found.phrases:
        yield f"  {clause} {said('文字不同', 'words differ', lang)}: {phrase} ≠ {norm}"
    for clause, phrase in found.unfound:
        yield f"  {clause} {said('底本依次無此文', 'not in the edition in this order', lang)}: {phrase}"
    for d in found.differences:
        encoded = _shortened(d.encoded) or said("（未定）", "(open)", lang)
        yield f"  {d.clause} {d.field}: {d.ledger} ≠ {encoded}" + (f"  ({d.why})" if d.why else "")


def _section_ranges(sections: list[str]) -> list[str]:
    from ..coverage import ranges

    return [_short(run) for run in ranges(sections)]


def _short(run: str) -> str:
    """DS2-013..029 as DS2-13..29: sections have two figures."""
    first, dots, last = run.partition("..")
    stretch, _, number = first.rpartition("-")
    return f"{stretch}-{int(number):02}" + (f"..{int(last):02}" if dots else "")


def _shortened(encoded: str) -> str:
    """Roles without their members: upper_archer for upper_archer.1, upper_archer.2 and so on."""
    names = encoded.split(", ")
    return ", ".join(name for name in names if name.partition(".")[0] == name or name.partition(".")[0] not in names)
