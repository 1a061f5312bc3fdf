"""Pictures of the rites, drawn from their scores.

diagrams.draw(rite, kind="flow", view="section", section="TH-04", lang="both", format="pdf")
diagrams.Flow(rite)          in a notebook
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Literal

from fsm.rite import Rite

from .errors import DrawingError
from .flow import VIEWS, Flow

__all__ = ["KINDS", "VIEWS", "DrawingError", "Flow", "draw"]

KINDS = ("flow",)
"""The kinds of pictures there are."""


def draw(
    rite: Rite,
    kind: str = "flow",
    *,
    view: str = "overview",
    section: str | None = None,
    lang: str = "zh-Hant",
    format: str = "svg",
    theme: Literal["colour", "mono"] = "colour",
    path: str | PathLike[str] | None = None,
    page: int | None = None,
    font: str | None = None,
    dpi: int = 150,
) -> bytes:
    """A picture of a rite, as the bytes of a file, written to `path` as well if one is given.

    view: overview (A4), poster (A3) or section (A4, as many pages as it needs); page: one page alone, from 1.
    lang: zh-Hant, zh-Hans, en, both; format: svg, pdf, png, dot; font: the font to ask for first.
    Raises DrawingError, which says what is wrong and what to install.
    """
    if kind not in KINDS:
        known = ", ".join(KINDS)
        raise DrawingError("unknown-kind", f"無此圖：{kind}；有：{known}", f"no kind {kind!r}; there are {known}")
    drawn = Flow(rite, view, section, lang=lang, theme=theme, font=font).render(format, page, dpi)
    if path is not None:
        Path(path).write_bytes(drawn)
    return drawn
