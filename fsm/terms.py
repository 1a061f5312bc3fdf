"""Expressions over registers: guards and effects as data.

A term is a small immutable tree.  The same tree is evaluated by the checker, printed
in an explanation and exported as JSON, so that a rule is written once.  Nothing here
knows of rites: registers are names, values are texts, numbers and truth values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Value = str | int | bool
Read = Callable[[str], Value]
"""Looks up a ground register, by its full name such as ``sleeve[guest]``."""


class TermError(ValueError):
    """A term that cannot be evaluated: an unbound variable, an unknown operator, a wrong type."""


class Term:
    """An expression.  Python's own operators build larger ones; `is_` is equality."""

    __slots__ = ()

    def is_(self, other: Any) -> Term:
        return Op("is", (self, term(other)))

    def is_not(self, other: Any) -> Term:
        return Op("not", (self.is_(other),))

    def is_in(self, *values: Value) -> Term:
        return Op("in", (self, *(term(v) for v in values)))

    def __and__(self, other: Any) -> Term:
        return all_of(self, other)

    def __or__(self, other: Any) -> Term:
        return any_of(self, other)

    def __invert__(self) -> Term:
        return Op("not", (self,))

    def __lt__(self, other: Any) -> Term:
        return Op("lt", (self, term(other)))

    def __le__(self, other: Any) -> Term:
        return Op("le", (self, term(other)))

    def __gt__(self, other: Any) -> Term:
        return Op("lt", (term(other), self))

    def __ge__(self, other: Any) -> Term:
        return Op("le", (term(other), self))

    def __add__(self, other: Any) -> Term:
        return Op("add", (self, term(other)))

    def __sub__(self, other: Any) -> Term:
        return Op("sub", (self, term(other)))

    def __mul__(self, other: Any) -> Term:
        return Op("mul", (self, term(other)))

    def __floordiv__(self, other: Any) -> Term:
        return Op("div", (self, term(other)))

    def __mod__(self, other: Any) -> Term:
        return Op("mod", (self, term(other)))


@dataclass(frozen=True, slots=True)
class Const(Term):
    """A fixed value."""

    value: Value


@dataclass(frozen=True, slots=True)
class Var(Term):
    """A parameter of an act, bound when the act is performed: the actor, a detail, an outcome."""

    name: str


@dataclass(frozen=True, slots=True)
class Reg(Term):
    """A register, with its owner where it has one: ``sleeve`` of ``ACTOR``, ``laid`` of ``right``."""

    name: str
    owner: Term | None = None


@dataclass(frozen=True, slots=True)
class Op(Term):
    """An operator applied to terms; the operators are the keys of `OPERATORS`, and "if", "and", "or"."""

    op: str
    args: tuple[Term, ...]


TRUE = Const(True)


def term(value: Any) -> Term:
    """The value as a term; a term is returned as it is."""
    if isinstance(value, Term):
        return value
    if isinstance(value, (str, int)):
        return Const(value)
    raise TermError(f"not a value of a register: {value!r}")


def _joined(op: str, neutral: bool, parts: Iterable[Any]) -> Term:
    flat: list[Term] = []
    for part in map(term, parts):
        if isinstance(part, Op) and part.op == op:
            flat.extend(part.args)
        elif part != Const(neutral):
            flat.append(part)
    if not flat:
        return Const(neutral)
    return flat[0] if len(flat) == 1 else Op(op, tuple(flat))


def all_of(*parts: Any) -> Term:
    """True if every part is; true of nothing."""
    return _joined("and", True, parts)


def any_of(*parts: Any) -> Term:
    """True if some part is; false of nothing."""
    return _joined("or", False, parts)


def if_(test: Any, then: Any, otherwise: Any) -> Term:
    """One value or the other."""
    return Op("if", (term(test), term(then), term(otherwise)))


def concat(*parts: Any) -> Term:
    """Texts put together; numbers are written as Chinese numerals by `numeral`."""
    return Op("concat", tuple(term(p) for p in parts))


def numeral(number: Any) -> Term:
    """A number from 0 to 99 in Chinese numerals."""
    return Op("numeral", (term(number),))


def absolute(number: Any) -> Term:
    """The distance of a number from nought."""
    return Op("abs", (term(number),))


def lookup(table: Mapping[str, Value], key: Any) -> Term:
    """The entry of a small fixed table, written out as nested choices so that it stays data."""
    out: Term = Const("")
    for name, value in reversed(list(table.items())):
        out = if_(term(key).is_(name), value, out)
    return out


_DIGITS = "〇一二三四五六七八九"


def chinese_numeral(number: int) -> str:
    """0 → 〇, 10 → 十, 24 → 二十四; above 99 in plain figures."""
    if not 0 <= number <= 99:
        return str(number)
    tens, ones = divmod(number, 10)
    if not tens:
        return _DIGITS[ones]
    return ("" if tens == 1 else _DIGITS[tens]) + "十" + (_DIGITS[ones] if ones else "")


OPERATORS: Mapping[str, Callable[..., Value]] = {
    "is": lambda a, b: a == b,
    "in": lambda a, *options: a in options,
    "not": lambda a: not a,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "abs": abs,
    "concat": lambda *texts: "".join(map(str, texts)),
    "numeral": chinese_numeral,
}


def evaluate(expression: Term, read: Read) -> Value:
    """The value of a ground term in a world.

    Raises TermError where a variable is unbound, an operator unknown or a value of the wrong type.
    """
    match expression:
        case Const(value):
            return value
        case Reg():
            return read(register_name(expression))
        case Op("and", args):
            return all(evaluate(a, read) for a in args)
        case Op("or", args):
            return any(evaluate(a, read) for a in args)
        case Op("if", (test, then, otherwise)):
            return evaluate(then if evaluate(test, read) else otherwise, read)
        case Op(op, args) if op in OPERATORS:
            values = [evaluate(a, read) for a in args]
            try:
                return OPERATORS[op](*values)
            except (TypeError, ZeroDivisionError) as error:
                raise TermError(f"cannot work out {op} of {values}") from error
        case Var(name):
            raise TermError(f"the parameter {name!r} has no value here")
    raise TermError(f"not a term: {expression!r}")


def register_name(register: Reg) -> str:
    """The full name of a ground register."""
    match register.owner:
        case None:
            return register.name
        case Const(owner):
            return f"{register.name}[{owner}]"
    raise TermError(f"register {register.name!r} has no definite owner: {register.owner!r}")


def substitute(expression: Term, binding: Mapping[str, Value]) -> Term:
    """The term with its variables bound, as far as `binding` has them; a fully bound owner makes it ground."""
    match expression:
        case Var(name) if name in binding:
            return Const(binding[name])
        case Reg(name, owner) if owner is not None:
            return Reg(name, _settled(substitute(owner, binding)))
        case Op(op, args):
            return Op(op, tuple(substitute(a, binding) for a in args))
    return expression


def _settled(owner: Term) -> Term:
    """An owner worked out to a constant where no register is needed for it."""
    if isinstance(owner, Op) and not variables(owner) and not registers(owner):
        return Const(evaluate(owner, _no_world))
    return owner


def _no_world(name: str) -> Value:
    raise TermError(f"no world to read {name} from")


def _walk(expression: Term) -> Iterable[Term]:
    stack = [expression]
    while stack:
        part = stack.pop()
        yield part
        if isinstance(part, Op):
            stack.extend(reversed(part.args))
        elif isinstance(part, Reg) and part.owner is not None:
            stack.append(part.owner)


def variables(expression: Term) -> frozenset[str]:
    """Names of the variables not yet bound."""
    return frozenset(p.name for p in _walk(expression) if isinstance(p, Var))


def registers(expression: Term) -> tuple[str, ...]:
    """Full names of the registers a term reads, in order of reading, each once; those of no definite owner left out."""
    found = (p for p in _walk(expression) if isinstance(p, Reg) and (p.owner is None or isinstance(p.owner, Const)))
    return tuple(dict.fromkeys(map(register_name, found)))


def register_kinds(expression: Term) -> frozenset[str]:
    """Names of the registers a term reads, whatever their owners."""
    return frozenset(p.name for p in _walk(expression) if isinstance(p, Reg))


def conjuncts(expression: Term) -> tuple[Term, ...]:
    """The parts of a conjunction, each of which must hold."""
    return expression.args if isinstance(expression, Op) and expression.op == "and" else (expression,)


_SIGNS = {"is": "=", "lt": "<", "le": "≤", "add": "+", "sub": "−", "mul": "×", "div": "÷", "mod": "mod"}


def text(expression: Term, name: Callable[[str], str] = str) -> str:
    """The term for people; `name` turns an id or a register's name into words."""
    match expression:
        case Const(bool() as value):
            return "✓" if value else "✗"
        case Const(int() as value):
            return str(value)
        case Const(str() as value):
            return name(value)
        case Var(variable):
            return f"⟨{variable}⟩"
        case Reg(register, None):
            return name(register)
        case Reg(register, owner) if owner is not None:
            return f"{name(register)}({text(owner, name)})"
        case Op("not", (Op("is", (a, b)),)):
            return f"{text(a, name)} ≠ {text(b, name)}"
        case Op("is", (a, Const(True))):
            return text(a, name)
        case Op("not", (a,)):
            return f"¬({text(a, name)})" if isinstance(a, Op) and a.op in ("and", "or") else f"¬{text(a, name)}"
        case Op("and" | "or" as op, args):
            return (" ∧ " if op == "and" else " ∨ ").join(
                f"({text(a, name)})" if isinstance(a, Op) and a.op in ("and", "or") else text(a, name) for a in args
            )
        case Op("in", (a, *options)):
            return f"{text(a, name)} ∈ {{{', '.join(text(o, name) for o in options)}}}"
        case Op("if", (test, then, otherwise)):
            return f"({text(test, name)} ? {text(then, name)} : {text(otherwise, name)})"
        case Op("abs", (a,)):
            return f"|{text(a, name)}|"
        case Op(op, (a, b)) if op in _SIGNS:
            return f"{text(a, name)} {_SIGNS[op]} {text(b, name)}"
        case Op(op, args):
            return f"{op}({', '.join(text(a, name) for a in args)})"
    raise TermError(f"not a term: {expression!r}")


def to_json(expression: Term) -> Any:
    """The term as plain data: constants as they are, else ``["var", name]``, ``["reg", name, owner?]``, ``[op, …]``."""
    match expression:
        case Const(value):
            return value
        case Var(name):
            return ["var", name]
        case Reg(name, None):
            return ["reg", name]
        case Reg(name, owner) if owner is not None:
            return ["reg", name, to_json(owner)]
        case Op(op, args):
            return [op, *map(to_json, args)]
    raise TermError(f"not a term: {expression!r}")
