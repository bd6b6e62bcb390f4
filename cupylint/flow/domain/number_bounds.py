"""Comparisons of numbers that are not known, which other comparisons decide: ``3 < n`` says that ``1 < n``."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

from cupylint.flow.domain.number_types import number_type
from cupylint.flow.domain.regions import combine, linear, scale
from cupylint.flow.domain.values import Const, Symbol

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State

_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_Sum = frozenset[tuple[object, int]]
"""What depends on numbers that are not known: each symbol and its factor."""


class _Comparison(NamedTuple):
    """``sum operator bound``"""

    sum: _Sum
    operator: str
    bound: int


class _Limits(NamedTuple):
    """Between which numbers a sum lies, and which of them it is not.

    Attributes:
        step: how far apart numbers are told: a half where the sum may be no whole number, so that 2.5 stands for all
            that is more than 2 and less than 3.
    """

    low: float
    high: float
    excluded: frozenset[int]
    step: float


def decided(state: State, test: Symbol) -> bool | None:
    """How a comparison comes out, by what a path knows of the same sum of numbers; None if that does not decide it."""
    asked = _comparison(test)
    if asked is None:
        return None
    limits = _limits(state, asked.sum)
    return None if limits is None else _outcome(asked, limits)


def _comparison(test: object) -> _Comparison | None:
    """A test as one of a sum with a bound: ``n - 1 <= i + m`` is ``n - i - m <= 1``; None if it is no such test."""
    key = test.key if isinstance(test, Symbol) else None
    if not isinstance(key, tuple) or len(key) != 3 or key[0] not in _TURNED:
        return None
    left, right = linear(key[1]), linear(key[2])
    if left is None or right is None:
        return None
    form, operator = combine(left, right, -1), key[0]
    bound = -form.pop(1, 0)
    if not form:
        return None
    if form[min(form, key=hash)] < 0:  # one of the two ways to write it
        form, operator, bound = scale(form, -1), _TURNED[operator], -bound
    return _Comparison(frozenset(form.items()), operator, bound)


def _is_whole(sum_: _Sum) -> bool:
    """Whether a sum is certainly of whole numbers."""
    return all(isinstance(symbol, Symbol) and number_type(symbol, {}) == "int" for symbol, _ in sum_)


def _limits(state: State, sum_: _Sum) -> _Limits | None:
    """What a path knows of a sum; None if that is nothing."""
    step = 1 if _is_whole(sum_) else 0.5
    low, high, excluded = -inf, inf, set[int]()
    for key, holds in state.path_condition.items():
        told = _comparison(key[1]) if type(key) is tuple and key[0] == "truth" else None
        if told is None or told.sum != sum_ or not isinstance(holds, Const):
            continue
        operator = told.operator if holds.value else _OPPOSITE[told.operator]
        if operator == "!=":
            excluded.add(told.bound)
        if operator in (">", ">=", "=="):
            low = max(low, told.bound + step * (operator == ">"))
        if operator in ("<", "<=", "=="):
            high = min(high, told.bound - step * (operator == "<"))
    while low in excluded:
        low += step
    while high in excluded:
        high -= step
    return _Limits(low, high, frozenset(excluded), step) if excluded or low > -inf or high < inf else None


def _outcome(asked: _Comparison, limits: _Limits) -> bool | None:
    """How a comparison comes out for whatever lies within `limits`."""
    operator, bound = asked.operator, asked.bound
    if operator in (">", ">=", "!="):
        opposite = _outcome(_Comparison(asked.sum, _OPPOSITE[operator], bound), limits)
        return None if opposite is None else not opposite
    if operator == "==":
        if bound in limits.excluded or not limits.low <= bound <= limits.high:
            return False
        return True if limits.low == limits.high else None
    most = bound - limits.step * (operator == "<")
    return True if limits.high <= most else False if limits.low > most else None
