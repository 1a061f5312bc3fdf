"""The archery rites of ancient China as guarded state machines, derived from one score per rite.

    rite = fsm.load("touhu", reading="zhu", cast={"pairs": 2})
    verdict = fsm.check(rite, "賓 投 矢 入否=順 …")        # verdict.conforms, verdict.findings
    performance = fsm.perform(rite, outcomes={"fall": "odd"})
    script = fsm.read("game.txt")                       # any format that scripts come in
    play = fsm.play(rite)                               # live, act by act
    machine = fsm.machine(rite)                         # a transitions HierarchicalMachine

Everything is imported when first asked for, so that ``import fsm`` costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .actions import Action, Script
    from .checking import Verdict
    from .performing import perform
    from .rite import Rite, UsageError
    from .scripts import ScriptError, read
    from .terms import Value

__version__ = "0.1.0"

DISTRIBUTION = "sheli"
"""The distribution this package belongs to; others own packages of the same name."""

_ELSEWHERE = {
    "perform": "performing",
    "read": "scripts",
    "ScriptError": "scripts",
    "machine": "machines",
    "play": "playing",
    "Action": "actions",
    "Script": "actions",
    "Rite": "rite",
    "UsageError": "rite",
    "Finding": "checking",
    "Verdict": "checking",
    "UnreadableScript": "checking",
}
"""Public name -> the module that has it."""

__all__ = [
    "Action", "Finding", "Rite", "Script", "ScriptError", "UnreadableScript", "UsageError", "Verdict",
    "check", "load", "machine", "perform", "play", "read",
]  # fmt: skip


def load(
    rite: str,
    start: str | None = None,
    end: str | None = None,
    reading: str | Iterable[str] = (),
    cast: Mapping[str, Value] | None = None,
    given: Mapping[str, Value] | None = None,
    without: Iterable[str] = (),
) -> Rite:
    """A rite, ready to be checked against, performed, played or drawn; see `fsm.loading.load`.

    Raises UsageError, whose text says in English what was asked and what there is
    (`fsm.messages.usage_message` says it in Chinese too).
    """
    from .loading import load as build
    from .rite import UsageError

    try:
        return build(rite, start, end, reading, cast, given, without)
    except UsageError as error:
        from .messages import usage_message

        error.args = (usage_message(error, "en"),)
        raise


def check(
    rite: Rite,
    script: Script | str | Iterable[Action | Mapping[str, Any]],
    partial: bool = False,
    strict: bool = False,
) -> Verdict:
    """The verdict on a script, given as read, as text (one act per line), or as actions.

    partial: the script may stop early; strict: manner is required and warnings count.
    Findings name the readings under which they would be none.
    Raises ScriptError where the script cannot be read, UnreadableScript where most of it is not understood.
    """
    from .alternatives import with_alternatives
    from .checking import Checker, as_script
    from .rite import as_rite

    return with_alternatives(Checker(as_rite(rite)).check(as_script(script), partial, strict), partial, strict)


def __getattr__(name: str) -> Any:
    if name not in _ELSEWHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_ELSEWHERE[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted({*__all__, *globals()})
