"""Scripts: proposed performances, read from text, JSON and tables, and written again."""

from __future__ import annotations

from .errors import ERRORS, PROBLEMS, ScriptError
from .limits import Limits
from .reading import FORMATS, Format, formats, read
from .source import Source
from .tables import read_rows
from .writing import format_action, write

__all__ = [
    "ERRORS",
    "FORMATS",
    "PROBLEMS",
    "Format",
    "Limits",
    "ScriptError",
    "Source",
    "format_action",
    "formats",
    "read",
    "read_rows",
    "write",
]
