"""Packed files (.xlsx and .ods are such), unpacked within bounds."""

from __future__ import annotations

import io
import zipfile
import zlib

from .errors import ScriptError
from .limits import Limits

MAGIC = b"PK\x03\x04"
_CHUNK = 1 << 16
_ENCRYPTED = 0x1
_MANIFEST = "META-INF/manifest.xml"


class Archive:
    """The members of a packed file, by name.

    Both what the file declares of their sizes and what they come to are bounded by `Limits.unpacked`,
    their number by `Limits.members`.  ScriptError "bad-workbook" (reason), "too-large".
    """

    def __init__(self, content: bytes, limits: Limits) -> None:
        self._left = limits.unpacked
        self._limits = limits
        try:
            self._file = zipfile.ZipFile(io.BytesIO(content))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, EOFError) as error:
            raise ScriptError("bad-workbook", reason=str(error) or "no zip file") from None
        members = self._file.infolist()
        if len(members) > limits.members:
            raise ScriptError("too-large", what="members", limit=limits.members)
        if sum(member.file_size for member in members) > limits.unpacked:
            raise ScriptError("too-large", what="unpacked bytes", limit=limits.unpacked)
        self._members = {member.filename: member for member in members}

    def __contains__(self, name: str) -> bool:
        return name in self._members

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all members."""
        return tuple(self._members)

    def read(self, name: str) -> bytes:
        """The content of a member; it counts against what may be unpacked."""
        member = self._members.get(name)
        if member is None:
            raise ScriptError("bad-workbook", reason=f"{name[:80]} is missing")
        if member.flag_bits & _ENCRYPTED:
            raise ScriptError("bad-workbook", reason="it is encrypted")
        chunks: list[bytes] = []
        try:
            with self._file.open(member) as file:
                while chunk := file.read(_CHUNK):
                    self._left -= len(chunk)
                    if self._left < 0:
                        raise ScriptError("too-large", what="unpacked bytes", limit=self._limits.unpacked)
                    chunks.append(chunk)
        except (
            zipfile.BadZipFile, zlib.error, NotImplementedError, OSError, EOFError, ValueError, RuntimeError,
            MemoryError,
        ) as error:  # fmt: skip
            if isinstance(error, ScriptError):
                raise
            raise ScriptError("bad-workbook", reason=f"{name[:80]}: {error}") from None
        return b"".join(chunks)

    def read_all(self) -> None:
        """Unpacks every member once, so that none of them is larger than it may be."""
        for name in self._members:
            self.read(name)
        self._left = self._limits.unpacked


def kind_of(content: bytes) -> str | None:
    """ "xlsx" or "ods" for a packed file of that kind, by what is in it; None for anything else."""
    if not content.startswith(MAGIC):
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            names = set(file.namelist()[:10_000])
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, EOFError):
        return None
    if "xl/workbook.xml" in names or "[Content_Types].xml" in names:
        return "xlsx"
    return "ods" if "content.xml" in names or _MANIFEST in names else None
