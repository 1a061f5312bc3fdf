"""The rites, by id.  A rite's module is imported when the rite is first asked for."""

from __future__ import annotations

from importlib import import_module

from fsm.rite import Definition, UsageError

MODULES = {"touhu": ("fsm.rites.touhu", "TOUHU"), "dashe": ("fsm.rites.dashe", "DASHE")}


def definition(rite: str) -> Definition:
    """The definition of a rite; UsageError if there is none of that id."""
    if rite not in MODULES:
        raise UsageError("unknown-rite", rite=rite, rites=list(MODULES))
    module, name = MODULES[rite]
    found: Definition = getattr(import_module(module), name)
    return found
