"""A line of a script cut into tokens: words, quoted texts, passages, marks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["word", "quote", "passage", "mark", "colon"]

_CLOSING = {"「": "」", "『": "』", "《": "》", "[": "]", "［": "］", "【": "】", "“": "”"}
_PLAIN = {"＠": "@", "＾": "^", "＞": ">", "＝": "=", "：": ":"}

_TOKEN = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<escaped>"(?:\\.|[^"\\])*")
    | (?P<wide>＂[^＂]*＂)
    | (?P<mark>[@＠^＾>＞=＝])
    | (?P<colon>[:：])
    | (?P<comment>[\#＃])
    | (?P<open>["＂“「『《\[［【])
    | (?P<word>[^\s"＂“「『《\[［【@＠^＾>＞=＝:：\#＃]+)
    """,
    re.VERBOSE,
)
_NESTED = {open: re.compile(f"[{re.escape(open + close)}]") for open, close in _CLOSING.items()}
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a line.

    text: of words and quoted texts what they say, of marks their ASCII form; start, end: where it stands.
    title: of a quoted text, whether it stood in 《》.
    """

    kind: Kind
    text: str
    start: int
    end: int
    title: bool = False


@dataclass(frozen=True, slots=True)
class Tokens:
    """A line cut up.  comment: the text after #, or None; end: where the comment or the line ends; unclosed: marks."""

    tokens: tuple[Token, ...]
    comment: str | None
    end: int
    unclosed: tuple[str, ...]


def tokens(line: str, start: int = 0) -> Tokens:
    """The tokens of a line from a position on; a quotation or bracket never closed runs to its end."""
    out: list[Token] = []
    unclosed: list[str] = []
    at = start
    while at < len(line):
        found = _TOKEN.match(line, at)
        assert found is not None  # the alternatives cover every character
        kind, text, end = found.lastgroup, found[0], found.end()
        if kind == "comment":
            return Tokens(tuple(out), line[end:].strip(), at, tuple(unclosed))
        if kind == "word":
            out.append(Token("word", text, at, end))
        elif kind == "mark":
            out.append(Token("mark", _PLAIN.get(text, text), at, end))
        elif kind == "colon":
            out.append(Token("colon", ":", at, end))
        elif kind == "escaped":
            out.append(Token("quote", _unescaped(text[1:-1]), at, end))
        elif kind == "wide":
            out.append(Token("quote", text[1:-1], at, end))
        elif kind == "open":
            close = _closing(line, at)
            if close is None:
                unclosed.append(text)
            inner = line[end : len(line) if close is None else close].strip("" if close is not None else " \t\u3000")
            end = len(line) if close is None else close + 1
            out.append(
                Token("passage", inner.strip(), at, end)
                if text in "[［【"
                else Token("quote", inner, at, end, title=text == "《")
            )
        at = end
    return Tokens(tuple(out), None, len(line), tuple(unclosed))


def _closing(line: str, at: int) -> int | None:
    """Where the mark opened at a position is closed, those nested in it counted; None if nowhere."""
    depth = 0
    pattern = _NESTED.get(line[at])
    if pattern is None:
        return None
    for found in pattern.finditer(line, at):
        depth += 1 if found[0] == line[at] else -1
        if depth == 0:
            return found.start()
    return None


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: _character(found[1]), text)


def _character(code: str) -> str:
    if len(code) == 5:
        char = chr(int(code[1:], 16))
        # Half of a pair is no character: no other format could write it.
        return "\N{REPLACEMENT CHARACTER}" if "\ud800" <= char <= "\udfff" else char
    return _ESCAPES.get(code, code)


_SPECIAL = re.compile(
    r'["\\\x00-\x1f\x7f\x85\u2028\u2029\ud800-\udfff\ufffe\uffff\u200b\u200e\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069\ufeff]'
)
_WRITTEN = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def quoted(text: str) -> str:
    """The text in ASCII quotation marks, as `tokens` reads it back."""
    return '"' + _SPECIAL.sub(lambda found: _WRITTEN.get(found[0]) or f"\\u{ord(found[0]):04x}", text) + '"'
