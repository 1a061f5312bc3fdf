"""Output that never fails: consoles of any encoding, colour only where it is seen, files written whole."""

from __future__ import annotations

import codecs
import os
import sys
import tempfile
from pathlib import Path

ERRORS = "sheli-plain"
"""Name of the handler for what a console cannot show."""

_PLAIN = {
    "→": "->", "←": "<-", "—": "-", "–": "-", "−": "-", "·": ".", "・": ".", "…": "...", "≤": "<=", "≠": "!=", "×": "x",
    "÷": "/", "∧": "and", "∨": "or", "¬": "not ", "∈": "in", "✓": "yes", "✗": "no", "│": "|", "“": '"', "”": '"',
    "‘": "'", "’": "'", "「": '"', "」": '"', "，": ", ", "。": ". ", "：": ": ", "；": "; ", "（": " (", "）": ")",
    "、": ", ", "＝": "=", "┄": "-", "─": "-", "↻": "again", "⚖": "?", "�": "?",
}  # fmt: skip
_ACCENTS = 0x0300


def plain(error: UnicodeError) -> tuple[str, int]:
    """Signs in ASCII, accented letters without their accents, anything else as its number."""
    import unicodedata

    if not isinstance(error, UnicodeEncodeError):
        raise error
    out = []
    for char in error.object[error.start : error.end]:
        base = "".join(c for c in unicodedata.normalize("NFKD", char) if c.isascii())
        out.append(_PLAIN.get(char) or base or char.encode("ascii", "backslashreplace").decode())
    return "".join(out), error.end


def prepare() -> None:
    """Makes standard output and error take any text."""
    codecs.register_error(ERRORS, plain)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=ERRORS)


def shows_chinese() -> bool:
    """Whether standard output can show ideographs."""
    try:
        "賓投壺".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def default_language() -> str:
    """Both languages, but English alone where a console has no ideographs."""
    return "both" if shows_chinese() else "en"


def coloured() -> bool:
    """Colour on a terminal only, and not where NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def put(said: str, path: str | None) -> None:
    """Writes to a file, whole or not at all, or to standard output where there is no path (or `-`).

    Text files are UTF-8 whatever the system.  Raises UsageError where the file cannot be written.
    """
    if path is None or path == "-":
        # Not click.echo: it would write UTF-8 to a console that says it is ASCII.
        sys.stdout.write(_ended(said))
        sys.stdout.flush()
        return
    write_whole(Path(path), _ended(said).encode())


def complain(said: str) -> None:
    """Writes a line to standard error."""
    sys.stderr.write(_ended(said))
    sys.stderr.flush()


def _ended(said: str) -> str:
    return said if said.endswith("\n") else said + "\n"


def write_whole(path: Path, data: bytes) -> None:
    """Puts a file in place in one step: written beside it first, then renamed."""
    from ..rite import UsageError

    name: str | None = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        os.chmod(name, mode)
        os.replace(name, path)
    except OSError as error:
        if name is not None and os.path.exists(name):
            os.unlink(name)
        raise UsageError("not-written", path=str(path), reason=error.strerror or str(error)) from None


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
