"""What the commands share: their options, the rite asked for, the script, and errors in words."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .console import complain, default_language, put

if TYPE_CHECKING:
    from ..actions import Script
    from ..rite import Rite
    from ..terms import Value

LANGUAGES = ("zh-Hant", "zh-Hans", "en", "both")

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


# --- options ---------------------------------------------------------------------------------------------------------


def options(*each: Decorator) -> Decorator:
    """Several options as one decorator, shown in that order."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(each):
            function = option(function)
        return function

    return decorate


def rites_begun(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The rites whose names begin so, for the shell."""
    from ..rites import MODULES

    return [rite for rite in MODULES if rite.startswith(begun)]


def sections_begun(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The sections, of the rite named before if there is one, whose names begin so, for the shell."""
    from ..rites import MODULES, definition

    named = context.params.get("rite")
    defined = [definition(rite) for rite in MODULES if named in (None, rite)]
    return [section.id for each in defined for section in each.sections if section.id.startswith(begun)]


rite_argument = click.argument("rite", shell_complete=rites_begun)
script_argument = click.argument("script", metavar="SCRIPT", type=click.Path())

setting_options = options(
    click.option("--reading", multiple=True, metavar="WHO|DISPUTE=WHO",
                 help="Commentators to follow first, or one dispute decided: zhu, TH-09=zhu. Repeat, or use commas."),
    click.option("--cast", multiple=True, metavar="KEY=VALUE",
                 help="Who and where, e.g. pairs=3. Keys: sheli words RITE."),
)  # fmt: skip
"""How disputes are decided and who takes part."""

stretch_options = options(
    click.option("--from", "start", metavar="SECTION", shell_complete=sections_begun,
                 help="Begin there; what comes before is taken as done."),
    click.option("--to", "end", metavar="SECTION", shell_complete=sections_begun,
                 help="End when the acts of that section are done."),
    click.option("--given", multiple=True, metavar="KEY=VALUE",
                 help="Facts inherited from before, e.g. right_horses=1."),
    click.option("--without", multiple=True, metavar="SECTION", shell_complete=sections_begun,
                 help="Leave a section out. Repeat, or use commas."),
)  # fmt: skip
"""Which part of the rite is performed."""

input_options = options(
    click.option("--input", "input_format", metavar="FORMAT",
                 help="Format of the script; else by its ending or content."),
    click.option("--encoding", metavar="NAME", help="Encoding of the script, e.g. gb18030; else found out."),
    click.option("--sheet", metavar="NAME", help="Sheet of a workbook; else the first that has a header."),
)  # fmt: skip

language_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default=None,
    help="Language of what is said. Default: both; English where the console has no ideographs.",
)  # fmt: skip

format_option = click.option(
    "--format", "output_format", type=click.Choice(("text", "json")), default="text", show_default=True,
    help="For people, or as data.",
)  # fmt: skip

output_option = click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(),
    help="Write to a file (UTF-8), whole or not at all, not to standard output.",
)


# --- errors ----------------------------------------------------------------------------------------------------------


def command_errors(function: Callable[..., Any]) -> Callable[..., Any]:
    """Errors of use and of reading are said in words and end with 2."""

    @functools.wraps(function)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        from ..checking import UnreadableScript
        from ..rite import UsageError
        from ..scripts import ScriptError

        to_file = kwargs.get("output") not in (None, "-")
        kwargs["lang"] = lang = kwargs.get("lang") or ("both" if to_file else default_language())
        try:
            return function(*args, **kwargs)
        except (UsageError, ScriptError, UnreadableScript) as error:
            _say_error(error, lang, kwargs.get("output_format") == "json")
            sys.exit(2)
        except BrokenPipeError:
            # Whoever read the output has seen enough.
            sys.stderr.close()
            sys.exit(1)

    return guarded


def _say_error(error: Exception, lang: str, as_data: bool) -> None:
    said = {one: _error_text(error, name) for one, name in (("zh", "zh-Hant"), ("en", "en"))}
    if as_data:
        code = getattr(error, "code", "not-understood")
        put(json.dumps({"error": {"code": code, "message": said}}, ensure_ascii=not _utf8(), indent=1), None)
        return
    for line in _error_text(error, lang).splitlines():
        complain(f"sheli: {line}")


def _error_text(error: Exception, lang: str) -> str:
    from .. import messages
    from ..checking import UnreadableScript
    from ..rite import UsageError

    if isinstance(error, UnreadableScript):
        return messages.unreadable_message(error, lang)
    if isinstance(error, UsageError):
        return messages.usage_message(error, lang)
    return messages.script_message(error, lang)  # type: ignore[arg-type]


def _utf8() -> bool:
    return (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "") == "utf8"


def put_json(data: Any, output: str | None) -> None:
    """Data as JSON: UTF-8 in files, escaped where a console has another encoding."""
    escaped = output in (None, "-") and not _utf8()
    put(json.dumps(data, ensure_ascii=escaped, indent=1), output)


def put_text(lines: Iterable[str], lang: str, output: str | None) -> None:
    """Lines for people, simplified where asked for."""
    said = "\n".join(lines)
    if lang == "zh-Hans":
        from ..vocabulary import simplify

        said = simplify(said)
    put(said, output)


# --- what was asked for ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asked:
    """The options that make a rite, as given."""

    rite: str
    start: str | None = None
    end: str | None = None
    reading: tuple[str, ...] = ()
    cast: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    def load(self) -> Rite:
        """The rite.  Raises UsageError for what there is not."""
        from ..loading import load

        given = {key: plain_value(value) for key, value in pairs("--given", self.given).items()}
        return load(
            self.rite,
            self.start,
            self.end,
            split(self.reading),
            dict(pairs("--cast", self.cast)),
            given,
            split(self.without),
        )


def asked(rite: str, options: Mapping[str, Any]) -> Asked:
    """The rite asked for, from the options of a command; all that has a name by id or by name."""
    from ..readings import COMMENTATORS
    from ..rites import MODULES, definition

    if rite not in MODULES:
        rite = meant(rite, {id: (definition(id).zh, definition(id).en) for id in MODULES})
    names = [n for n in ("start", "end", "reading", "cast", "given", "without") if n in options]
    found = {name: options[name] for name in names}
    if rite in MODULES and any(found.get(name) for name in ("start", "end", "without")):
        sections = {s.id: (s.zh, s.en) for s in definition(rite).sections}
        for name in ("start", "end"):
            found[name] = found.get(name) and meant(found[name], sections)
        found["without"] = tuple(meant(word, sections) for word in split(found.get("without", ())))
    if rite in MODULES:
        keys = {key.name: (key.zh, key.en) for key in definition(rite).cast}
        found["cast"] = tuple(setting(word, keys) for word in split(found.get("cast", ())))
        found["given"] = tuple(setting(word) for word in split(found.get("given", ())))
    people = {c.id: (c.zh, c.pinyin) for c in COMMENTATORS.values()}
    found["reading"] = tuple(_reading(word, people) for word in split(found.get("reading", ())))
    return Asked(rite, **found)


def _reading(word: str, people: Mapping[str, tuple[str, ...]]) -> str:
    """A commentator, or a dispute and whom to follow in it, by ids."""
    dispute, equals, who = word.replace("＝", "=").rpartition("=")
    return f"{dispute.strip().upper()}{equals}{meant(who.strip(), people)}"


def parted(word: str) -> tuple[str, str, str]:
    """NAME, =, VALUE (an = of either width), without the spaces around them; what has no = is all name."""
    name, equals, value = word.replace("＝", "=").partition("=")
    return name.strip(), equals, value.strip()


def setting(word: str, keys: Mapping[str, tuple[str, ...]] | None = None) -> str:
    """NAME=VALUE by ids; the names are those of the keys, or of the details; what is no name stays as it is."""
    name, equals, value = parted(word)
    key = by_vocabulary(name, "key") if keys is None else meant(name, keys)
    return f"{key}{equals}{by_vocabulary(value, 'value')}"


def by_vocabulary(word: str, kind: str) -> str:
    """The id of the one entry with such a name; ids and numbers are plain ASCII and need no looking up."""
    if word.isascii():
        return word
    from ..vocabulary import load

    ids = load().find(word, kind)
    return ids[0] if len(ids) == 1 else word


def meant(word: str, known: Mapping[str, tuple[str, ...]]) -> str:
    """The id that a word means: one with such a name, or the only one whose name begins so; else the word itself."""
    from ..vocabulary import fold

    wanted = fold(word)
    names = {id: {fold(name) for name in (id, *more)} for id, more in known.items()}
    exact = [id for id, own in names.items() if wanted in own]
    begun = [id for id, own in names.items() if len(wanted) > 1 and any(name.startswith(wanted) for name in own)]
    return exact[0] if exact else begun[0] if len(begun) == 1 else word


def split(words: Iterable[str]) -> list[str]:
    """Words given one by one or with commas (a comma of either width)."""
    return [w.strip() for word in words for w in word.replace("，", ",").split(",") if w.strip()]


def pairs(option: str, words: Iterable[str]) -> dict[str, str]:
    """NAME=VALUE, given one by one or with commas.  Raises UsageError for anything else."""
    from ..rite import UsageError

    found = {}
    for word in split(words):
        name, equals, value = parted(word)
        if not (equals and name and value):
            raise UsageError("not-a-pair", option=option, asked=word)
        found[name] = value
    return found


def plain_value(text: str) -> Value:
    """A number, yes or no, or the text."""
    if text.lstrip("-").isdecimal():
        return int(text)
    return {"yes": True, "no": False, "true": True, "false": False}.get(text.lower(), text)


def read_script(path: str, options: Mapping[str, Any]) -> Script:
    """The script at a path, or on standard input for `-`.  Raises ScriptError."""
    return read_with_bytes(path, options)[0]


def read_with_bytes(path: str, options: Mapping[str, Any]) -> tuple[Script, bytes]:
    """The script at a path, or on standard input for `-`, and the bytes it was read from.  Raises ScriptError."""
    from ..scripts import Limits, ScriptError, read

    most = Limits().bytes + 1
    if path == "-":
        data = sys.stdin.buffer.read(most)
    else:
        try:
            with Path(path).open("rb") as file:
                data = file.read(most)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise ScriptError("unreadable", path=path, reason=reason) from None
    wanted = {name: options[name] for name in ("input_format", "encoding", "sheet")}
    return read(data, name=path, **wanted), data


def format_of(path: str | None, known: Iterable[str], asked: str | None) -> str:
    """The format asked for; else that of the ending of the file to be written; else text."""
    endings = {"md": "markdown", "htm": "html", "yml": "yaml", "txt": "text"}
    ending = Path(path).suffix.lower().removeprefix(".") if path and path != "-" else ""
    ending = endings.get(ending, ending)
    return asked or (ending if ending in known else "text")


def put_bytes(data: bytes, output: str | None) -> None:
    """Bytes, to a file or to whatever standard output is led to.  Raises UsageError where that is a terminal."""
    from ..rite import UsageError
    from .console import write_whole

    if output not in (None, "-"):
        write_whole(Path(str(output)), data)
    elif sys.stdout.isatty():
        raise UsageError("not-for-terminals")
    else:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def one(lang: str) -> str:
    """The language of what is said in one language only."""
    return "en" if lang == "en" else "zh"


def said(zh: str, en: str, lang: str) -> str:
    """A short text in the language asked for; both side by side."""
    if lang == "both":
        return f"{zh} {en}" if zh != en else zh
    return en if lang == "en" else zh
