"""Values and tests in which two paths differed that were joined, and the accesses that only one of the paths had made.

A test of such a value, or such a test, lets one of the paths through: behind it, the accesses of the other one were not
made.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from cupylint.flow.domain.detector import Note
from cupylint.flow.domain.truths import TRUTHS, outcome, parts, truth_of
from cupylint.flow.domain.values import (
    BoundMethod,
    Const,
    Either,
    EitherFunction,
    External,
    FunctionValue,
    Instance,
    Symbol,
    TupleValue,
    Value,
)

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
_CHOSEN = ("chosen",)
"""Under this a path notes that it knows which test has chosen a number."""
_UNKNOWN = TupleValue(())
"""Stands for a choice between the same functions that different tests have made."""
_OBJECT = External("object")
"""Stands for what is no constant, of which nothing is kept alive here."""
_MOST = 4
_DEPTH = 6  # of values that others are worked out from


def part(merged: State, left: State, right: State, keys: list[Hashable]) -> None:
    """Remember how two paths that have been joined differed: in tests, and at `keys`, where `merged` has one symbol."""
    tests = list(_told_apart(left, right))
    mine, theirs = (_accesses(left), _accesses(right)) if keys or tests else (0, 0)
    for test, holds in tests[-_MOST:] if mine != theirs else ():  # the last ones that were passed
        apart: Sides = ((Const(holds), mine & ~theirs), (Const(not holds), theirs & ~mine))
        merged.memory[(_SIDES, test)] = _both(merged.memory.get((_SIDES, test)), apart)
    for key in keys:
        sides = _both(_sides(left, key, mine & ~theirs), _sides(right, key, theirs & ~mine))
        if any(alone for _, alone in sides) or merged.memory.get((_SIDES, key)):
            merged.memory[(_SIDES, key)] = sides
        _note_truth(merged, left, right, key, tests)


def _note_truth(merged: State, left: State, right: State, key: Hashable, tests: list[tuple[Symbol, bool]]) -> None:
    """What paths held at `key` may be true on both, or on neither; or a test has chosen between two constants."""
    mine, theirs, now = (state.memory.get(key) for state in (left, right, merged))
    truth, place = truth_of(left, mine), ("chosen", now)
    if truth is not None and truth is truth_of(right, theirs):
        merged.path_condition[("truth", now)] = TRUTHS[truth]
        return
    merged.path_condition.pop(("truth", now), None)
    before = merged.path_condition.pop(place, None)
    if _are_choices(mine, theirs) and tests:
        choices = [
            TupleValue((test, *((mine, theirs) if holds else (theirs, mine))))  # type: ignore[arg-type]
            for test, holds in tests[:_MOST]
        ]
        is_other = isinstance(now, EitherFunction) and before not in (None, choices[0])
        merged.path_condition[place] = _UNKNOWN if is_other else choices[0]
        merged.path_condition["also chosen", now] = TupleValue(tuple(choices[1:]))
        merged.path_condition[_CHOSEN] = TRUTHS[True]


def _are_choices(mine: object, theirs: object) -> bool:
    """Whether these are two constants, two functions, or two objects."""
    kinds = (Const, (FunctionValue, BoundMethod), Instance)
    return any(isinstance(mine, kind) and isinstance(theirs, kind) for kind in kinds)


def chosen_by(state: State, function: Value, option: Value) -> tuple[Value, bool] | None:
    """The test that has chosen one of two functions, or the objects whose methods they are, and how it came out.

    None if that is not known.
    """
    if isinstance(function, Either) and isinstance(option, BoundMethod):
        of = tuple(each.receiver for each in function.options if isinstance(each, BoundMethod))
        return chosen_by(state, Either(of), option.receiver)
    held, others = (state.path_condition.get((name, function)) for name in ("chosen", "also chosen"))
    if not isinstance(held, TupleValue) or len(held.items) != 3 or option not in held.items[1:]:
        return None
    choices = [held, *(others.items if isinstance(others, TupleValue) else ())]
    told = [(each.items[0], option == each.items[1]) for each in choices if isinstance(each, TupleValue)]
    return next((one for one in told if truth_of(state, one[0]) is not None), told[0])


def _accesses(state: State) -> int:
    made = 0
    for held in (state.readers, state.writers):
        for numbers in held.values():
            made |= numbers
    return made


def _sides(state: State, key: Hashable, alone: int) -> Sides:
    held = state.memory.get(key)
    if isinstance(held, Symbol) and held.is_joined:
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
    for part in parts(test):
        sides = state.memory.get((_SIDES, part))
        truth = truth_of(state, part) if isinstance(sides, tuple) else None
        for held, alone in sides if truth is not None and isinstance(sides, tuple) else ():
            if held == Const(not truth):
                _leave_out(state, alone)


def _leave_out(state: State, accesses: int) -> None:
    for held in (state.readers, state.writers) if accesses else ():
        for buffer, numbers in held.items():
            held[buffer] = numbers & ~accesses
    for order in state.orders if accesses else ():
        order.leave_out(accesses)


def _told_apart(left: State, right: State) -> Iterator[tuple[Symbol, bool]]:
    """The tests that hold on one of two paths and fail on the other, each with how it came out on `left`."""
    first, second = left.path_condition, right.path_condition
    differing = [key for key, value in first.items() if second.get(key) is not value]
    for key in (*differing, *(key for key in second if key not in first)):
        if type(key) is not tuple or key[0] != "truth":
            continue
        mine, theirs = truth_of(left, key[1]), truth_of(right, key[1])
        if mine is not None and theirs is not None and mine is not theirs and not any(_joined_in(key[1])):
            yield key[1], mine  # what was joined is another value each time


def chosen(state: State, test: Value) -> tuple[Value, bool] | None:
    """The test that has chosen what `test` asks for, and whether both come out alike or opposite; None for none."""
    for symbol in _joined_in(test) if _CHOSEN in state.path_condition else ():
        held = state.path_condition.get(("chosen", symbol))
        if isinstance(held, TupleValue):
            by, *sides = held.items
            outcomes = [outcome(test, symbol, side) for side in sides]
            if None not in outcomes and outcomes[0] != outcomes[1]:
                return by, bool(outcomes[0])
    return None


def _joined_in(value: object, depth: int = _DEPTH) -> Iterator[Symbol]:
    """The symbols that stand for the values of several paths, and that a value is worked out from."""
    if isinstance(value, Symbol):
        if value.is_joined:
            yield value
        elif depth:
            yield from _joined_in(value.key, depth - 1)
    elif isinstance(value, tuple):
        for each in value:
            if isinstance(each, (Symbol, tuple)):
                yield from _joined_in(each, depth)
