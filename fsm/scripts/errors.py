"""What can be wrong with a script: codes only; the sentences for people live with the messages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any


class ScriptError(ValueError):
    """A script that cannot be read at all.

    code: a key of `ERRORS`; details: what a message about it needs; source: the name of the script, where known.
    """

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(f"{code}: {details}" if details else code)
        self.code = code
        self.details = details
        self.source = ""


ERRORS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "unreadable": ("path", "reason"),
        "too-large": ("what", "limit"),
        "binary": ("offset",),
        "bad-encoding": ("tried",),
        "unknown-encoding": ("encoding",),
        "unknown-format": ("format", "known"),
        "bad-json": ("line", "column", "reason"),
        "json-depth": ("limit",),
        "no-actions": ("found",),
        "bad-table": ("line", "reason"),
        "no-header": ("recognised", "read", "line", "lacking"),
        "bad-yaml": ("line", "column", "reason"),
        "bad-xml": ("line", "column", "reason"),
        "xml-forbidden": ("what",),
        "too-deep": ("limit",),
        "bad-workbook": ("reason",),
        "no-sheet": ("sheet", "known"),
        "no-cues": ("found",),
        "no-annotations": ("found",),
        "missing-library": ("library",),
    }
)
"""Code of a `ScriptError` -> names of its details."""

PROBLEMS: Mapping[str, str] = MappingProxyType(
    {
        "no-actor": "error",
        "no-act": "error",
        "empty-mark": "error",
        "line-too-long": "error",
        "wrong-type": "error",
        "duplicate-key": "error",
        "unclosed-mark": "warning",
        "ambiguous-acts": "warning",
        "ambiguous-name": "warning",
        "unknown-key": "warning",
        "stated-twice": "warning",
        "bad-time": "warning",
        "time-order": "warning",
        "duplicate-column": "warning",
        "unknown-column": "warning",
        "invisible-marks": "warning",
        "broken-characters": "warning",
        "empty-formula": "error",
        "cell-error": "error",
        "columns-cut": "warning",
        "sheets-not-read": "warning",
        "tier-not-read": "warning",
        "missing-time": "warning",
        "bad-cue": "error",
    }
)
"""Code of a `Problem` -> its severity."""
