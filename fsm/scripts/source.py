"""What a reader is given: a name, and bytes or text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import IO

from .decoding import checked, decode
from .errors import ScriptError
from .limits import Limits


@dataclass(frozen=True, slots=True)
class Source:
    """A script before it is read.

    name: for people, perhaps ""; content: as it came; encoding, sheet: if they were named.
    """

    name: str
    content: bytes | str
    encoding: str | None = None
    sheet: str | None = None

    @property
    def extension(self) -> str:
        """The ending of the name, in small letters with its dot, or ""."""
        return Path(self.name).suffix.lower() if "\0" not in self.name else ""

    def text(self) -> str:
        """The content as text; ScriptError where it is none."""
        return checked(self.content) if isinstance(self.content, str) else decode(self.content, self.encoding)


def open_source(
    source: str | Path | bytes | IO[str] | IO[bytes],
    name: str | None,
    encoding: str | None,
    limits: Limits,
    sheet: str | None = None,
) -> Source:
    """The content of a script; ScriptError "unreadable" or "too-large" where that cannot be had."""
    content: str | bytes
    if isinstance(source, Path):
        name = str(source) if name is None else name
        try:
            with source.open("rb") as file:
                content = file.read(limits.bytes + 1)
        except (OSError, ValueError) as error:
            raise ScriptError("unreadable", path=str(source), reason=_reason(error)) from None
    elif isinstance(source, (str, bytes)):
        content = source
    else:
        try:
            content = source.read(limits.bytes + 1)
        except UnicodeDecodeError as error:
            raise ScriptError("bad-encoding", tried=[error.encoding]) from None
        except (OSError, ValueError) as error:
            raise ScriptError("unreadable", path=name or "", reason=_reason(error)) from None
    if len(content) > limits.bytes:
        raise ScriptError("too-large", what="bytes", limit=limits.bytes)
    return Source(name or "", content, encoding, sheet)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
