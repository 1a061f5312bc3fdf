"""Expressions over registers: worked out, bound, printed, exported; worlds that keep to their domains."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fsm.terms import (
    OPERATORS,
    TRUE,
    Const,
    Op,
    Reg,
    Term,
    TermError,
    Value,
    Var,
    absolute,
    all_of,
    any_of,
    chinese_numeral,
    concat,
    conjuncts,
    evaluate,
    if_,
    lookup,
    numeral,
    register_kinds,
    register_name,
    registers,
    substitute,
    term,
    text,
    to_json,
    variables,
)
from fsm.world import DomainError, Effect, Register, Schema

WORLD: dict[str, Value] = {"r": 2, "s": 0, "sleeve[guest]": "bared", "told[host]": True}


def value(expression: Term) -> Value:
    return evaluate(expression, WORLD.__getitem__)


numbers = st.integers(-20, 20)
small = st.recursive(
    st.one_of(numbers.map(Const), st.sampled_from([Reg("r"), Reg("s"), Var("n")])),
    lambda inner: st.builds(lambda op, a, b: Op(op, (a, b)), st.sampled_from(["add", "sub", "mul"]), inner, inner),
    max_leaves=6,
)


@given(numbers, numbers)
def test_operators_are_those_of_numbers(a: int, b: int) -> None:
    x = term(a)
    assert value(x + b) == a + b
    assert value(x - b) == a - b
    assert value(x * b) == a * b
    assert value(absolute(x)) == abs(a)
    assert value(x < b) == (a < b)
    assert value(x <= b) == (a <= b)
    assert value(x > b) == (a > b)
    assert value(x >= b) == (a >= b)
    assert value(x.is_(b)) == (a == b)
    assert value(x.is_not(b)) == (a != b)
    if b:
        assert value(x // b) == a // b
        assert value(x % b) == a % b


@given(st.lists(st.booleans(), max_size=4))
def test_conjunction_and_disjunction(parts: list[bool]) -> None:
    assert value(all_of(*parts)) == all(parts)
    assert value(any_of(*parts)) == any(parts)
    assert value(~all_of(*parts)) == (not all(parts))


def test_conjunctions_are_flat_and_drop_what_is_neutral() -> None:
    a, b, c = (Reg(n) for n in "abc")
    assert all_of(all_of(a, b), TRUE, c) == Op("and", (a, b, c))
    assert all_of(a) is a
    assert conjuncts(all_of(a, b)) == (a, b)
    assert conjuncts(a) == (a,)


def test_choices_work_out_only_the_branch_taken() -> None:
    assert value(if_(True, 1, Op("div", (Const(1), Const(0))))) == 1
    assert value(lookup({"right": 1, "left": 2}, Const("left"))) == 2
    assert value(lookup({"right": 1}, Const("middle"))) == ""


def test_texts_are_put_together() -> None:
    assert value(concat("賓黨賢於主黨", numeral(2), "純")) == "賓黨賢於主黨二純"


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (0, "〇"),
        (1, "一"),
        (9, "九"),
        (10, "十"),
        (11, "十一"),
        (20, "二十"),
        (24, "二十四"),
        (99, "九十九"),
        (100, "100"),
    ],
)
def test_numerals(number: int, written: str) -> None:
    assert chinese_numeral(number) == written


def test_registers_are_found_by_owner() -> None:
    sleeve = Reg("sleeve", Var("actor"))
    bound = substitute(sleeve, {"actor": "guest"})
    assert isinstance(bound, Reg)
    assert register_name(bound) == "sleeve[guest]"
    assert value(bound) == "bared"
    chosen = substitute(Reg("sleeve", if_(Var("n").is_(1), "guest", "host")), {"n": 1})
    assert registers(chosen) == ("sleeve[guest]",)
    assert register_kinds(all_of(sleeve, Reg("r"))) == {"sleeve", "r"}


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(Var("n"), id="unbound"),
        pytest.param(Op("shout", (Const(1),)), id="unknown operator"),
        pytest.param(Const("a") + 1, id="wrong type"),
        pytest.param(term(1) // 0, id="division by nought"),
        pytest.param(Reg("sleeve", Var("actor")), id="no definite owner"),
    ],
)
def test_what_cannot_be_worked_out_says_so(wrong: Term) -> None:
    with pytest.raises(TermError):
        value(wrong)


def test_only_values_of_registers_become_terms() -> None:
    with pytest.raises(TermError):
        term(1.5)


@given(small, numbers)
def test_binding_a_variable_is_the_same_as_reading_it(expression: Term, n: int) -> None:
    world = {**WORLD, "n": n}
    as_register = _with_register(expression)
    bound = substitute(expression, {"n": n})
    assert not variables(bound)
    assert evaluate(bound, world.__getitem__) == evaluate(as_register, world.__getitem__)


def _with_register(expression: Term) -> Term:
    match expression:
        case Var(name):
            return Reg(name)
        case Op(op, args):
            return Op(op, tuple(map(_with_register, args)))
    return expression


def _from_json(data: Any) -> Term:
    match data:
        case ["var", name]:
            return Var(name)
        case ["reg", name]:
            return Reg(name)
        case ["reg", name, owner]:
            return Reg(name, _from_json(owner))
        case [op, *args]:
            return Op(op, tuple(map(_from_json, args)))
    return Const(data)


@given(small)
def test_exported_terms_can_be_read_back(expression: Term) -> None:
    assert _from_json(to_json(expression)) == expression


@given(small)
def test_printing_never_fails(expression: Term) -> None:
    assert text(expression)


def test_printing() -> None:
    guard = all_of(Reg("told", Const("guest")), Reg("r").is_not(2), any_of(Reg("s") < 1, Reg("s").is_in(3, 4)))
    assert text(guard) == "told(guest) ∧ r ≠ 2 ∧ (s < 1 ∨ s ∈ {3, 4})"
    assert text(absolute(Reg("r") - Reg("s"))) == "|r − s|"


def test_every_operator_is_exercised_in_words() -> None:
    for op in OPERATORS:
        assert text(Op(op, (Const(1),) if op in ("not", "abs", "numeral") else (Const(1), Const(2))))


# --- worlds ---

SCHEMA = Schema([Register("r", (0, 1, 2), 0), Register("sleeve[guest]", ("covered", "bared"), "covered")])


def test_effects_are_worked_out_in_the_world_before() -> None:
    both = Schema([Register("a", (0, 1), 0), Register("b", (0, 1), 1)])
    assert both.after(both.initial, [Effect(Reg("a"), Reg("b")), Effect(Reg("b"), Reg("a"))]) == (1, 0)


def test_values_keep_to_their_domain() -> None:
    with pytest.raises(DomainError):
        SCHEMA.after(SCHEMA.initial, [Effect(Reg("r"), Reg("r") + 3)])
    with pytest.raises(DomainError):
        Register("r", (0, 1), 2)
    with pytest.raises(DomainError):
        Schema([Register("r", (0,), 0), Register("r", (1,), 1)])


def test_facts_handed_down_set_registers() -> None:
    world = SCHEMA.set(SCHEMA.initial, {"sleeve[guest]": "bared", "r": 2})
    read = SCHEMA.reader(world)
    assert (read("sleeve[guest]"), read("r")) == ("bared", 2)
    assert "sleeve[guest]" in SCHEMA
    assert "sleeve[host]" not in SCHEMA
