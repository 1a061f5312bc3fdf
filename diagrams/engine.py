"""Graphviz: the program if it is installed, else the one inside the wheel of pygraphviz."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from typing import Any, Protocol

import graphviz

from .errors import DrawingError


class Engine(Protocol):
    """Lays out and draws graphs in the DOT language."""

    def layout(self, dot: str) -> dict[str, Any]:
        """Where everything stands, as Graphviz's JSON has it."""

    def render(self, dot: str, format: str) -> bytes:
        """A drawing of a graph in which everything is pinned."""


class Program:
    """The program `dot` on the PATH."""

    def layout(self, dot: str) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self._run("dot", "json0", dot))
        return data

    def render(self, dot: str, format: str) -> bytes:
        return self._run("neato", format, dot, no_op=2)

    @staticmethod
    def _run(engine: str, format: str, dot: str, no_op: int | None = None) -> bytes:
        try:
            out = graphviz.pipe(engine, format, dot.encode(), neato_no_op=no_op, quiet=True)
        except (graphviz.ExecutableNotFound, subprocess.CalledProcessError) as error:
            raise DrawingError("graphviz-failed", f"Graphviz 不能作圖：{error}", f"Graphviz failed: {error}") from error
        return bytes(out)


_DRAW = """
import sys, pygraphviz
dot = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(pygraphviz.AGraph(string=dot).draw(format=sys.argv[1], prog=sys.argv[2]))
"""


class Wheel:
    """The Graphviz that the wheel of pygraphviz carries, in a process of its own: it keeps state and is talkative."""

    def layout(self, dot: str) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self._draw(dot, "json0", "dot"))
        return data

    def render(self, dot: str, format: str) -> bytes:
        return self._draw(dot, format, "nop2")

    def _draw(self, dot: str, format: str, prog: str) -> bytes:
        command = [sys.executable, "-c", _DRAW, format, prog]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        done = subprocess.run(command, input=dot.encode(), capture_output=True, check=False, env=environment)
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
            raise DrawingError("graphviz-failed", f"Graphviz 不能作圖：{said}", f"Graphviz failed: {said}")
        return done.stdout


def engine() -> Engine:
    """The Graphviz there is; DrawingError saying what to install if there is none."""
    if shutil.which("dot") and shutil.which("neato"):
        return Program()
    try:
        found = importlib.util.find_spec("pygraphviz")
    except ValueError:
        found = None
    if found is not None:
        return Wheel()
    raise DrawingError(
        "no-graphviz",
        '未見 Graphviz（dot）。請安裝 Graphviz，或 pip install "sheli[graphviz]"；亦可用 --format dot。',
        "Graphviz (the program dot) is not installed: install it (apt install graphviz, brew install graphviz), "
        'or pip install "sheli[graphviz]"; the format dot needs neither.',
    )


# --- fonts ---------------------------------------------------------------------------------------------------------

_CJK = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def chinese_fonts() -> bool | None:
    """Whether a font with Chinese characters is installed; None where fontconfig cannot be asked."""
    if not shutil.which("fc-list"):
        return None
    try:
        found = subprocess.run(["fc-list", ":lang=zh", "family"], capture_output=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return bool(found.stdout.strip())


def need_fonts(dot: str) -> None:
    """DrawingError where a picture has Chinese and no font for it; better than a page of empty boxes."""
    if _CJK.search(dot) and chinese_fonts() is False:
        raise DrawingError(
            "no-chinese-font",
            "未安裝中文字型，PNG 與 PDF 只能畫出空格。"
            "請安裝 Noto Serif CJK（apt install fonts-noto-cjk），或改用 SVG、DOT。",
            "No Chinese font is installed, so PNG and PDF would show empty boxes: install Noto Serif CJK "
            "(apt install fonts-noto-cjk), or draw SVG or DOT, which leave the font to the reader.",
        )
