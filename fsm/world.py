"""How things stand: registers of small declared domains, and worlds that give each a value.

A world is a plain tuple of values, one for each register of its `Schema`, so that it
is immutable, hashable and cheap.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fsm.terms import Const, Read, Reg, Term, Value, evaluate, register_name

World = tuple[Value, ...]


class DomainError(ValueError):
    """A value that the domain of its register does not have."""


@dataclass(frozen=True, slots=True)
class Register:
    """One fact that can vary.

    name: full name, with the owner in brackets; domain: its values, in order; initial: one of them.
    """

    name: str
    domain: tuple[Value, ...]
    initial: Value

    def __post_init__(self) -> None:
        if self.initial not in self.domain:
            raise DomainError(f"{self.name} cannot begin as {self.initial!r}: it is one of {self.domain}")


@dataclass(frozen=True, slots=True)
class Effect:
    """A register takes the value of a term, read in the world before the act."""

    register: Reg
    value: Term


class Schema:
    """The registers of a rite, in declared order."""

    def __init__(self, registers: Iterable[Register]) -> None:
        self.registers = tuple(registers)
        self._slot: Mapping[str, int] = {r.name: i for i, r in enumerate(self.registers)}
        if len(self._slot) != len(self.registers):
            names = [r.name for r in self.registers]
            raise DomainError(f"declared twice: {sorted({n for n in names if names.count(n) > 1})}")
        self.kinds = frozenset(r.name.split("[")[0] for r in self.registers)

    @property
    def initial(self) -> World:
        """The world in which everything stands as declared."""
        return tuple(r.initial for r in self.registers)

    def __contains__(self, name: str) -> bool:
        return name in self._slot

    def reader(self, world: World) -> Read:
        """A function from register names to their values in `world`; KeyError for an undeclared one."""
        slot = self._slot
        return lambda name: world[slot[name]]

    def after(self, world: World, effects: Iterable[Effect]) -> World:
        """The world after all effects, each worked out in the world before.

        Raises DomainError where a value leaves its domain.
        """
        read = self.reader(world)
        values = list(world)
        for effect in effects:
            name = register_name(effect.register)
            value = evaluate(effect.value, read)
            register = self.registers[self._slot[name]]
            if value not in register.domain:
                raise DomainError(f"{name} cannot become {value!r}: it is one of {register.domain}")
            values[self._slot[name]] = value
        return tuple(values)

    def set(self, world: World, changes: Mapping[str, Value]) -> World:
        """The world with some registers given other values (facts handed down from before a stretch)."""
        return self.after(world, [Effect(Reg(*_parts(n)), Const(v)) for n, v in changes.items()])


def _parts(name: str) -> tuple[str, Term | None]:
    head, bracket, owner = name.partition("[")
    return (head, Const(owner[:-1])) if bracket else (head, None)
