"""Whether guards can hold together, found by trying the small domains of the registers they read."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from fsm.rite import Rite
from fsm.terms import Reg, Term, TermError, evaluate, register_kinds, registers

REPORTED = (Reg("result"),)
"""Registers whose “none” only says that nothing has been reported yet: no way, unless a guard asks for it."""

LARGEST = 5_000
"""No more combinations of values than this are tried; past it guards are taken to be independent."""


def verdicts(rite: Rite, guards: Sequence[Term]) -> list[tuple[bool, ...]]:
    """For every combination of values, which of the guards hold; empty where that cannot be tried."""
    try:
        names = list(dict.fromkeys(name for guard in guards for name in registers(guard)))
    except TermError:
        return []
    domains = {r.name: r.domain for r in rite.schema.registers}
    if any(name not in domains for name in names) or math.prod(len(domains[n]) for n in names) > LARGEST:
        return []
    found = []
    for values in itertools.product(*(domains[name] for name in names)):
        world = dict(zip(names, values, strict=True))
        try:
            found.append(tuple(bool(evaluate(guard, world.__getitem__)) for guard in guards))
        except TermError:
            return []
    return found


def exclusive(rite: Rite, guards: Sequence[Term]) -> bool:
    """Whether no two of the guards ever hold at once."""
    tried = verdicts(rite, guards)
    return bool(tried) and all(sum(row) <= 1 for row in tried)


def exhaustive(rite: Rite, guards: Sequence[Term], given: Sequence[Term] = ()) -> bool:
    """Whether one of the guards always holds, once what is given does."""
    asked = frozenset[str]().union(*map(register_kinds, guards))
    near = [g for g in given if register_kinds(g) & asked]
    unset = [r.is_("none") for r in REPORTED if r.name in asked]
    tried = [
        (any(row[len(near) : len(near) + len(unset)]), any(row[len(near) + len(unset) :]))
        for row in verdicts(rite, [*near, *unset, *guards])
        if all(row[: len(near)])
    ]
    if not any(before and held for before, held in tried):
        tried = [(before, held) for before, held in tried if not before]
    return bool(tried) and all(held for _, held in tried)
