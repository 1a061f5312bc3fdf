"""XML read piece by piece: no document types, no entities, no depth or number without bound."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Protocol
from xml.etree.ElementTree import ParseError

from .errors import ScriptError
from .limits import Limits

DECLARATION = re.compile(r"\A\s*<\?xml\b[^>]{0,300}\?>")
_ENCODING = re.compile(rb"""\A\s*<\?xml\b[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class Handler(Protocol):
    """What is told of the elements of a document; tags come without their namespace."""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None: ...
    def end(self, tag: str) -> None: ...
    def data(self, text: str) -> None: ...


class _Target:
    """Tells a handler of what is parsed, and counts."""

    def __init__(self, handler: Handler, limits: Limits) -> None:
        self._handler = handler
        self._limits = limits
        self._depth = 0
        self._count = 0
        self._names: dict[str, str] = {}

    def _local(self, name: str) -> str:
        local = self._names.get(name)
        if local is None:
            local = name.rpartition("}")[2]
            if len(self._names) < 1_000:
                self._names[name] = local
        return local

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._count += 1
        if self._depth > self._limits.json_depth:
            raise ScriptError("too-deep", limit=self._limits.json_depth)
        if self._count > self._limits.nodes:
            raise ScriptError("too-large", what="elements", limit=self._limits.nodes)
        self._handler.start(self._local(tag), {self._local(key): value for key, value in attributes.items()})

    def end(self, tag: str) -> None:
        self._depth -= 1
        self._handler.end(self._local(tag))

    def data(self, text: str) -> None:
        self._handler.data(text)

    def close(self) -> None:
        return None


def declared_encoding(content: bytes) -> str | None:
    """The encoding that the declaration of a document names; None for UTF-8 and where it is to be found out."""
    found = _ENCODING.match(content[:400].removeprefix(b"\xef\xbb\xbf"))
    name = found[1].decode("ascii").lower() if found else "utf-8"
    return None if name in ("utf-8", "utf8", "utf-16", "ascii", "us-ascii") else name


def parse(content: bytes | str, handler: Handler, limits: Limits) -> None:
    """Tells the handler of every element and text of a document.

    ScriptError "bad-xml" (line, column, reason), "xml-forbidden" (a document type, an entity), "too-deep",
    "too-large", "missing-library".
    """
    try:
        from defusedxml.common import DefusedXmlException
        from defusedxml.ElementTree import DefusedXMLParser
    except ImportError:
        raise ScriptError("missing-library", library="defusedxml") from None
    if isinstance(content, str):
        # What it was encoded in no longer holds.
        content = DECLARATION.sub("", content.removeprefix("\ufeff"))
    parser: Any = DefusedXMLParser(target=_Target(handler, limits), forbid_dtd=True)
    try:
        parser.feed(content)
        parser.close()
    except DefusedXmlException as error:
        what = type(error).__name__.removesuffix("Forbidden").removesuffix("s").replace("NotSupported", "")
        raise ScriptError("xml-forbidden", what=what) from None
    except ParseError as error:
        line, column = error.position
        reason = str(error).partition(":")[0]
        raise ScriptError("bad-xml", line=line, column=column + 1, reason=reason) from None
    except ScriptError:
        raise
    except (ValueError, LookupError, UnicodeError, OverflowError) as error:
        raise ScriptError("bad-xml", line=1, column=1, reason=str(error)) from None


def escaped(text: str) -> str:
    """The text as it stands in an element or an attribute; what XML cannot say is U+FFFD."""
    text = ILLEGAL.sub("\ufffd", text)
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return text.replace("\r", "&#13;").replace("\n", "&#10;").replace("\t", "&#9;")
