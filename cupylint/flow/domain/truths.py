"""What a path knows of tests that it has passed, also of tests that are put together from others."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from cupylint.flow.domain.regions import linear
from cupylint.flow.domain.relations import KEPT, RELATIONS
from cupylint.flow.domain.values import Const, Symbol, TupleValue, Value

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State

TRUTHS = {True: Const(True), False: Const(False)}
"""What is remembered of a test: the same two objects on all paths, which are quickly compared."""
_SEVERAL = ("several",)
"""Under this a path notes the tests that it knows of and that are put together from several."""
_DEPTH = 6  # of tests that are put together from others


def as_test(value: Symbol) -> Symbol:
    """A value that is asked whether it is true, as a comparison where it is a number: ``n % 3`` is ``n % 3 != 0``."""
    key = value.key
    is_remainder = isinstance(key, tuple) and key[:2] == ("binary", "%") and linear(key[2]) is not None
    return Symbol(("not", Symbol(("==", value, Const(0))))) if is_remainder else value


def remember(state: State, test: Value, holds: bool) -> None:
    """A path has passed a test."""
    state.path_condition[("truth", test)] = TRUTHS[holds]
    if several(test) and test not in (known := _known_of_several(state)):
        state.path_condition[_SEVERAL] = TupleValue((*known, test))


def _known_of_several(state: State) -> tuple[Value, ...]:
    """The tests that a path knows of and that are put together from several."""
    known = state.path_condition.get(_SEVERAL)
    return known.items if isinstance(known, TupleValue) else ()


def truth_of(state: State, value: object) -> bool | None:
    """Whether a plain value is true on a path; None if that is not known."""
    if isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key[:1] == ("not",):
        inner = truth_of(state, value.key[1])
        return None if inner is None else not inner
    known = state.path_condition.get(("truth", value)) if isinstance(value, Symbol) else value
    if isinstance(known, Const):
        return bool(known.value)
    return _of_several(truth_of(state, each) for each in several(value))


def truth_of_rest(state: State, value: Symbol) -> bool | None:
    """Whether a test is the one that is left of several, of which one is known to be true; None if it is not."""
    for known in _known_of_several(state):
        if state.path_condition.get(("truth", known)) != TRUTHS[True]:
            continue
        rest = [test for test in several(known) if truth_of(state, test) is not False]
        if len(rest) == 1 and rest[0] == value:
            return True
        if len(rest) == 1 and rest[0].key == ("not", value):
            return False
    return None


def _of_several(truths: Iterable[bool | None]) -> bool | None:
    """Whether one of several tests comes out true."""
    found = set(truths)
    return True if True in found else None if None in found or not found else False


def several(test: object) -> tuple[Symbol, ...]:
    """The tests of which one comes out true where `test` does, none if that is no such test."""
    key = test.key if isinstance(test, Symbol) else None
    return key[1] if isinstance(key, tuple) and key[:1] == ("any",) else ()


def positive(test: Value) -> Value:
    """A test without ``not``."""
    while isinstance(test, Symbol) and isinstance(test.key, tuple) and test.key[:1] == ("not",):
        test = test.key[1]
    return test


def parts(test: Value, depth: int = _DEPTH) -> Iterator[Value]:
    """A test without ``not``, and those that it is put together from."""
    test = positive(test)
    yield test
    for each in several(test) if depth else ():
        yield from parts(each, depth - 1)


def is_asked_before(state: State, test: Value) -> bool:
    """Whether a path has passed a test, or one that this one is a part of."""
    asked = positive(test)
    known = (key[1] for key in state.path_condition if type(key) is tuple and key[0] == "truth" and len(key) == 2)
    return any(_mentions(each, asked) for each in known)


def _mentions(value: object, part: Value, depth: int = _DEPTH) -> bool:
    if value == part:
        return True
    inner = value.key if isinstance(value, Symbol) else value
    return bool(depth) and isinstance(inner, tuple) and any(_mentions(each, part, depth - 1) for each in inner)


def common(left: State, right: State) -> dict[Hashable, Value]:
    """What two paths both assume, also tests of several of which each has passed other ones."""
    second = right.path_condition.get
    found = {
        key: value for key, value in left.path_condition.items() if (other := second(key)) is value or other == value
    }
    if tests := dict.fromkeys((*_known_of_several(left), *_known_of_several(right))):
        for test in tests:
            truth = truth_of(left, test)
            if truth is not None and truth is truth_of(right, test):
                found["truth", test] = TRUTHS[truth]
        found[_SEVERAL] = TupleValue(tuple(test for test in tests if ("truth", test) in found))
    return found


def outcome(test: Value, symbol: Value, held: Value) -> bool | None:
    """How a test comes out if `symbol` is `held`; None if that is not known."""
    if test == symbol:
        return bool(held.value) if isinstance(held, Const) else None
    key = test.key if isinstance(test, Symbol) and isinstance(test.key, tuple) else ()
    if key[:1] == ("not",) and isinstance(key[1], Value):
        inner = outcome(key[1], symbol, held)
        return None if inner is None else not inner
    if len(key) != 3:
        return _of_several(outcome(each, symbol, held) for each in several(test))
    left, right = (held if part == symbol else part for part in key[1:])
    return _is_so(key[0], left, right)


def _is_so(operator: object, left: object, right: object) -> bool | None:
    """How a comparison comes out; None if that is not known."""
    if not isinstance(right, Const) or isinstance(left, Symbol):
        return None
    if operator == "is" and right.value in (None, True, False):
        return isinstance(left, Const) and left.value is right.value
    if operator not in KEPT or not isinstance(left, Const):
        return None
    with suppress(TypeError):
        return bool(RELATIONS[str(operator)](left.value, right.value))
    return None
