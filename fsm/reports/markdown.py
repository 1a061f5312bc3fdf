"""A verdict in Markdown."""

from __future__ import annotations

import re

from ..checking import Verdict
from ..messages import item_text
from .marks import Mark, marks, summary

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~$&-])")
_ORDERED = re.compile(r"^(\s*\d+)([.)])")


def escaped(text: str) -> str:
    """The text as Markdown shows it: no sign of it is markup."""
    return _ORDERED.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", text))


def _code(text: str) -> str:
    """The text as code, between more backticks than it has."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    text = " ".join(text.split())
    return f"{fence} {text} {fence}" if text.startswith("`") or text.endswith("`") else f"{fence}{text}{fence}"


def page(verdict: Verdict, lang: str) -> str:
    """The verdict as a page."""
    definition = verdict.rite.definition
    title = verdict.script.source or definition.id
    out = [f"# {escaped(title)}", "", *(f"**{escaped(line)}**  " for line in summary(verdict, lang).split("\n"))]
    for mark in marks(verdict, lang):
        out += ["", *_mark(mark, verdict, lang)]
    return "\n".join(out) + "\n"


def _mark(mark: Mark, verdict: Verdict, lang: str) -> list[str]:
    items = verdict.script.items
    out = [f"## {escaped(mark.where)}: {escaped(mark.title)}".replace("## : ", "## "), ""]
    if mark.index is not None and mark.index < len(items):
        out += [_code(item_text(items[mark.index], lang)), ""]
    out += [f"{escaped(line)}  " for line in mark.message.split("\n")]
    if mark.details:
        out += ["", *(f"- **{escaped(name)}**: {escaped(' '.join(text.split()))}" for name, text in mark.details)]
    return out
