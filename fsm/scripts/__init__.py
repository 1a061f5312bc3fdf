"""Scripts: proposed performances, read from text, documents, tables, subtitles and annotations, and written again."""

from __future__ import annotations

from .errors import ERRORS, PROBLEMS, ScriptError
from .limits import Limits
from .reading import FORMATS, PACKED, Format, formats, read
from .source import Source
from .tables import read_rows
from .writing import WRITTEN, format_action, write, write_bytes


def template(format: str, lang: str = "zh-Hant") -> str | bytes:
    """An empty form to fill in, with two rows for example; see `forms.template`."""
    from .forms import template as form

    return form(format, lang)


__all__ = [
    "ERRORS",
    "FORMATS",
    "PACKED",
    "PROBLEMS",
    "WRITTEN",
    "Format",
    "Limits",
    "ScriptError",
    "Source",
    "format_action",
    "formats",
    "read",
    "read_rows",
    "template",
    "write",
    "write_bytes",
]
