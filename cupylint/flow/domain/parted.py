"""Values in which two paths differed that were joined, and the accesses that only one of the paths had made.

A test of such a value lets one of the paths through: behind it, the accesses of the other one were not made.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from operator import eq, le, lt
from typing import TYPE_CHECKING, Any

from cupylint.flow.domain.detector import Note
from cupylint.flow.domain.values import Const, External, Symbol, TupleValue, Value

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State

Sides = tuple[tuple[Value, int], ...]
"""The values of several paths, each with the accesses that only this path had made."""


def _both(mine: object, theirs: object) -> Sides:
    accesses: dict[Value, int] = {}
    for sides in (mine, theirs):
        for value, alone in sides if isinstance(sides, tuple) else ():
            accesses[value] = accesses.get(value, 0) | alone
    return tuple(accesses.items())[:_MOST]


_SIDES = Note(_both)
TRUTHS = {True: Const(True), False: Const(False)}
"""What is remembered of a test: the same two objects on all paths, which are quickly compared."""
CHOSEN, SEVERAL = ("chosen",), ("several",)
"""Under these a path notes that it knows what has chosen a number, and tests of which one of several comes out true."""
_OBJECT = External("object")
"""Stands for what is no constant, of which nothing is kept alive here."""
_MOST = 4
_DEPTH = 6  # of values that others are worked out from


def part(merged: State, left: State, right: State, keys: list[Hashable]) -> None:
    """Remember what two paths that have been joined held at each of `keys`, where `merged` has one symbol now."""
    tests = list(_told_apart(left, right))[-_MOST:]  # the last ones that were passed
    mine, theirs = (_accesses(left), _accesses(right)) if keys or tests else (0, 0)
    for test, holds in tests if mine != theirs else ():
        apart: Sides = ((Const(holds), mine & ~theirs), (Const(not holds), theirs & ~mine))
        merged.memory[(_SIDES, test)] = _both(merged.memory.get((_SIDES, test)), apart)
    for key in keys:
        sides = _both(_sides(left, key, mine & ~theirs), _sides(right, key, theirs & ~mine))
        if any(alone for _, alone in sides) or merged.memory.get((_SIDES, key)):
            merged.memory[(_SIDES, key)] = sides


def _accesses(state: State) -> int:
    made = 0
    for held in (state.readers, state.writers):
        for numbers in held.values():
            made |= numbers
    return made


def _sides(state: State, key: Hashable, alone: int) -> Sides:
    held = state.memory.get(key)
    if _is_joined(held):
        known = state.memory.get((_SIDES, key))
        return known if isinstance(known, tuple) else ()
    if not isinstance(held, Value) or isinstance(held, Symbol):
        return ()
    return ((held if isinstance(held, Const) else _OBJECT, alone),)


def decide(test: Value, holds: State, fails: State) -> None:
    """A test that is not decided holds on one copy of a path and fails on the other: each has its accesses left."""
    if_true = if_false = 0
    for symbol in _joined_in(test):
        sides = holds.memory.get((_SIDES, symbol.key[1]))  # type: ignore[index]
        for held, alone in sides if isinstance(sides, tuple) else ():
            found = outcome(test, symbol, held) if alone else None
            if found is True:
                if_false |= alone
            elif found is False:
                if_true |= alone
    _leave_out(holds, if_true)
    _leave_out(fails, if_false)


def passed(state: State, test: Value) -> None:
    """A path has passed a test: what other paths did for which it, or a part of it, came out otherwise is not there."""
    for part in _parts(test):
        sides = state.memory.get((_SIDES, part))
        truth = truth_of(state, part) if isinstance(sides, tuple) else None
        for held, alone in sides if truth is not None and isinstance(sides, tuple) else ():
            if held == Const(not truth):
                _leave_out(state, alone)


def _parts(test: Value, depth: int = _DEPTH) -> Iterator[Value]:
    """A test without ``not``, and those that it is put together from."""
    test = _positive(test)
    yield test
    for each in several(test) if depth else ():
        yield from _parts(each, depth - 1)


def _leave_out(state: State, accesses: int) -> None:
    for held in (state.readers, state.writers) if accesses else ():
        for buffer, numbers in held.items():
            held[buffer] = numbers & ~accesses
    for order in state.orders if accesses else ():
        order.leave_out(accesses)


def truth_of(state: State, value: object) -> bool | None:
    """Whether a plain value is true on a path; None if that is not known."""
    if isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key[:1] == ("not",):
        inner = truth_of(state, value.key[1])
        return None if inner is None else not inner
    known = state.path_condition.get(("truth", value)) if isinstance(value, Symbol) else value
    if isinstance(known, Const):
        return bool(known.value)
    truths = {truth_of(state, each) for each in several(value)}
    return True if True in truths else None if None in truths or not truths else False


def common(left: State, right: State) -> dict[Hashable, Value]:
    """What two paths both assume, also tests of several of which each has passed other ones."""
    found = {key: value for key, value in left.path_condition.items() if right.path_condition.get(key) == value}
    for state in (left, right):
        for key in state.path_condition:
            if key not in found and type(key) is tuple and key[0] == "truth" and several(key[1]):
                truth = truth_of(left, key[1])
                if truth is not None and truth is truth_of(right, key[1]):
                    found[key] = found[SEVERAL] = TRUTHS[truth]
    return found


def several(test: object) -> tuple[Symbol, ...]:
    """The tests of which one comes out true where `test` does, none if that is no such test."""
    key = test.key if isinstance(test, Symbol) else None
    return key[1] if isinstance(key, tuple) and key[:1] == ("any",) else ()


def choose(merged: State, left: State, right: State, key: Hashable) -> None:
    """Remember which test has chosen between two constants that paths held at `key`, where `merged` has one symbol."""
    mine, theirs = left.memory.get(key), right.memory.get(key)
    place = ("chosen", merged.memory.get(key))
    merged.path_condition.pop(place, None)
    if isinstance(mine, Const) and isinstance(theirs, Const):
        for test, holds in _told_apart(left, right):
            merged.path_condition[place] = TupleValue((test, *((mine, theirs) if holds else (theirs, mine))))
            merged.path_condition[CHOSEN] = TRUTHS[True]
            break


def _told_apart(left: State, right: State) -> Iterator[tuple[Symbol, bool]]:
    """The tests that hold on one of two paths and fail on the other, each with how it came out on `left`."""
    first, second = left.path_condition, right.path_condition
    for key in (*first, *(key for key in second if key not in first)):
        if first.get(key) is second.get(key) or type(key) is not tuple or key[0] != "truth":
            continue
        mine, theirs = truth_of(left, key[1]), truth_of(right, key[1])
        if mine is not None and theirs is not None and mine is not theirs and not any(_joined_in(key[1])):
            yield key[1], mine  # what was joined is another value each time


def chosen(state: State, test: Value) -> tuple[Value, bool] | None:
    """The test that has chosen what `test` asks for, and whether both come out alike or opposite; None for none."""
    for symbol in _joined_in(test) if CHOSEN in state.path_condition else ():
        held = state.path_condition.get(("chosen", symbol))
        if isinstance(held, TupleValue):
            by, *sides = held.items
            outcomes = [outcome(test, symbol, side) for side in sides]
            if None not in outcomes and outcomes[0] != outcomes[1]:
                return by, bool(outcomes[0])
    return None


def _positive(test: Value) -> Value:
    """A test without ``not``."""
    while isinstance(test, Symbol) and isinstance(test.key, tuple) and test.key[:1] == ("not",):
        test = test.key[1]
    return test


def is_asked_before(state: State, test: Value) -> bool:
    """Whether a path has passed a test, or one that this one is a part of."""
    asked = _positive(test)
    known = (key[1] for key in state.path_condition if type(key) is tuple and key[0] == "truth" and len(key) == 2)
    return any(_mentions(each, asked) for each in known)


def _mentions(value: object, part: Value, depth: int = _DEPTH) -> bool:
    if value == part:
        return True
    inner = value.key if isinstance(value, Symbol) else value
    return bool(depth) and isinstance(inner, tuple) and any(_mentions(each, part, depth - 1) for each in inner)


def outcome(test: Value, symbol: Value, held: Value) -> bool | None:
    """How a test comes out if `symbol` is `held`; None if that is not known."""
    if test == symbol:
        return bool(held.value) if isinstance(held, Const) else None
    key = test.key if isinstance(test, Symbol) and isinstance(test.key, tuple) else ()
    if key[:1] == ("not",) and isinstance(key[1], Value):
        inner = outcome(key[1], symbol, held)
        return None if inner is None else not inner
    if key[:1] == ("any",) and isinstance(key[1], tuple):
        outcomes = {outcome(each, symbol, held) for each in key[1]}
        return True if True in outcomes else None if None in outcomes else False
    if len(key) != 3:
        return None
    left, right = (held if part == symbol else part for part in key[1:])
    return _is_so(key[0], left, right)


def _is_so(operator: object, left: object, right: object) -> bool | None:
    """How a comparison comes out; None if that is not known."""
    if not isinstance(right, Const) or isinstance(left, Symbol):
        return None
    if operator == "is" and right.value in (None, True, False):
        return isinstance(left, Const) and left.value is right.value
    if operator not in _COMPARED or not isinstance(left, Const):
        return None
    with suppress(TypeError):
        return bool(_COMPARED[operator](left.value, right.value))
    return None


_COMPARED: dict[object, Callable[[Any, Any], object]] = {"==": eq, "<": lt, "<=": le}
"""Tests as they are kept: others are the opposite of one of these."""


def _is_joined(value: object) -> bool:
    return isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key[:1] == ("joined",)


def _joined_in(value: object, depth: int = _DEPTH) -> Iterator[Symbol]:
    """The symbols that stand for the values of several paths, and that a value is worked out from."""
    if isinstance(value, Symbol):
        if _is_joined(value):
            yield value
        elif depth:
            yield from _joined_in(value.key, depth - 1)
    elif isinstance(value, tuple):
        for each in value:
            yield from _joined_in(each, depth)
