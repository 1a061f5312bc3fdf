"""How much of a script is read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of what one script may hold; beyond them reading stops with `ScriptError("too-large")`.

    bytes: size of the file (of a text: its characters); lines: lines of text or rows of a table;
    line_length: characters of one line (a longer line is a problem of that line only);
    actions: acts of the whole script; json_depth: lists and objects (of XML: elements) within one another;
    nodes: values of YAML with every alias written out, or elements of XML; columns: those of a sheet that
    are read, or tiers of an annotation file; members, unpacked: files in a workbook, and their bytes once unpacked.
    """

    bytes: int = 10_000_000
    lines: int = 100_000
    line_length: int = 20_000
    actions: int = 200_000
    json_depth: int = 50
    nodes: int = 1_000_000
    columns: int = 256
    members: int = 1_000
    unpacked: int = 100_000_000


DEFAULT = Limits()
"""Ample for every rite many times over, and still quickly refused."""
