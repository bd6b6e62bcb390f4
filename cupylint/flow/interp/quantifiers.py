"""``any`` and ``all`` of several tests: what decides them, and what they tell of one another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cupylint.flow.domain import truths
from cupylint.flow.domain.values import Const, Done, Symbol, TupleValue, Value

if TYPE_CHECKING:
    from cupylint.flow.interp.interpreter import Interpreter

Tests = tuple[Symbol, ...]
"""Tests that nothing had decided when they were asked, each once."""


def any_of(interpreter: Interpreter, items: tuple[Value, ...] | None) -> Value | None:
    """What ``any`` gives, None if its items cannot be told.

    ``any(not stream.done for ...)`` is false only when all are done.
    """
    if items and all(isinstance(item, Done) and item.negated for item in items):
        return Done(TupleValue(tuple(item.target for item in items if isinstance(item, Done))), negated=True)
    if items is None:
        return None
    if any(isinstance(item, Const) and item.value for item in items):
        return Const(True)
    tests = tuple(dict.fromkeys(item for item in items if not isinstance(item, Const)))
    if not all(isinstance(item, Symbol) for item in tests):
        return None
    return interpreter.symbol(("any", tests), "any", host=True) if tests else Const(False)


def all_of(interpreter: Interpreter, items: tuple[Value, ...] | None) -> Value | None:
    """What ``all`` gives, None if its items cannot be told: ``all(stream.done for ...)`` tells of every one of them."""
    if items and all(isinstance(item, Done) and not item.negated for item in items):
        return Done(TupleValue(tuple(item.target for item in items if isinstance(item, Done))))
    if items is None or not all(isinstance(item, (Const, Symbol)) for item in items):
        return None
    some_fails = any_of(interpreter, tuple(opposite(interpreter, item) for item in items))
    return None if some_fails is None else opposite(interpreter, some_fails)


def opposite(interpreter: Interpreter, value: Value) -> Value:
    """``not value``."""
    if isinstance(value, Const):
        return Const(not value.value)
    key = value.key if isinstance(value, Symbol) else None
    if isinstance(key, tuple) and key and key[0] == "not" and isinstance(key[1], Value):
        return key[1]
    return interpreter.symbol(("not", value))


def as_it_is(interpreter: Interpreter, value: Value) -> Value:
    """What is true when `value` is, and may be anything."""
    return interpreter.symbol(("not", interpreter.symbol(("not", value))))


def some_is_true(undecided: Tests, true: Iterable[object]) -> bool:
    """Whether one of the tests is true, since one of fewer of them is: `true` is what is known to be true."""
    return any(tests and set(tests) <= set(undecided) for tests in map(truths.several, true))
