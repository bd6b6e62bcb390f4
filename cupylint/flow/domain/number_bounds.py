"""Comparisons of numbers that are not known, which other comparisons decide: ``3 < n`` says that ``1 < n``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from cupylint.flow.domain import unknown_sizes
from cupylint.flow.domain.number_types import number_type
from cupylint.flow.domain.regions import combine, linear, scale
from cupylint.flow.domain.relations import OPPOSITE, TURNED
from cupylint.flow.domain.truths import TRUTHS
from cupylint.flow.domain.values import Const, Symbol, Value

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State

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
    form = _form(test)
    return None if form is None else _decided(state, form, test.key[0])  # type: ignore[index]


def _decided(state: State, form: _Form, operator: str) -> bool | None:
    """The same of ``form operator 0``."""
    rest = _with_numbers(state, form)
    asked = _comparison(rest, operator)
    if asked is None:
        return None
    limits = _limits(state, asked.sum)
    if _asks_for_rest(state, form, rest):
        limits = _AT_LEAST_ONE if limits is None else limits._replace(low=max(1, limits.low))
    known = None if limits is None else _outcome(asked, limits)
    return _of_quotient(state, asked) if known is None else known


def _of_quotient(state: State, asked: _Comparison) -> bool | None:
    """How ``a // b`` compares to a number, by what is known of `a` and `b`, which is taken to be positive."""
    ((symbol, factor),) = asked.sum if len(asked.sum) == 1 else ((None, 0),)
    key = symbol.key if isinstance(symbol, Symbol) and factor == 1 else None
    if not isinstance(key, tuple) or key[:2] != ("binary", "//"):
        return None
    dividend, divisor = linear(key[2]), linear(key[3])
    if dividend is None or not isinstance(key[3], Symbol) or divisor is None:
        return None

    def is_less(number: int) -> bool | None:
        """Whether the quotient is less than a number."""
        return _decided(state, combine(dividend, scale(divisor, number), -1), "<")

    operator, bound = asked.operator, asked.bound
    below, within = is_less(bound), is_less(bound + 1)
    at_least = None if below is None else not below
    more = None if within is None else not within
    same = False if below or more else True if below is False and within else None
    different = None if same is None else not same
    return {"<": below, "<=": within, ">": more, ">=": at_least, "==": same, "!=": different}[operator]


_Form = dict[object, int]
_AT_LEAST_ONE = _Limits(1, inf, frozenset(), 1)


def _form(test: object) -> _Form | None:
    """What a test compares with 0: ``n - 1 <= i + m`` is about ``n - i - m - 1``; None if it compares no numbers."""
    key = test.key if isinstance(test, Symbol) else None
    if not isinstance(key, tuple) or len(key) != 3 or key[0] not in TURNED:
        return None
    left, right = linear(key[1]), linear(key[2])
    form = None if left is None or right is None else combine(left, right, -1)
    return form if form and set(form) != {1} else None


def _with_numbers(state: State, form: _Form) -> _Form:
    """The same with the numbers that a path knows."""
    found: _Form = {}
    for symbol, factor in form.items():
        known = state.path_condition.get(symbol) if symbol != 1 else None
        number = known.value if isinstance(known, Const) else None
        part: _Form = {1: number * factor} if type(number) is int else {symbol: factor}
        found = combine(found, part, 1)
    return found


def _asks_for_rest(state: State, form: _Form, rest: _Form) -> bool:
    """Whether ``i + n`` is compared with what is taken for the number of rounds: nobody counts by less than one."""
    others = [factor for symbol, factor in rest.items() if symbol != 1]
    return others in ([1], [-1]) and not unknown_sizes.taken(state).isdisjoint(form)


def _comparison(form: _Form, operator: str) -> _Comparison | None:
    """``form operator 0`` as a sum that is compared with a bound; None if nothing of the sum is unknown."""
    sum_ = dict(form)
    bound = -sum_.pop(1, 0)
    if not sum_:
        return None
    if sum_[min(sum_, key=hash)] < 0:  # one of the two ways to write it
        sum_, operator, bound = scale(sum_, -1), TURNED[operator], -bound
    return _Comparison(frozenset(sum_.items()), operator, bound)


def note_whole(state: State, values: Iterable[Value]) -> None:
    """These numbers are whole ones: a range is made of them."""
    for value in values:
        for symbol in linear(value) or () if isinstance(value, Symbol) else ():
            if symbol != 1:
                state.path_condition[("whole", symbol)] = TRUTHS[True]


def _is_whole(state: State, sum_: _Sum) -> bool:
    """Whether a sum is certainly of whole numbers."""
    return all(
        ("whole", symbol) in state.path_condition or (isinstance(symbol, Symbol) and number_type(symbol, {}) == "int")
        for symbol, _ in sum_
    )


def _limits(state: State, sum_: _Sum) -> _Limits | None:
    """What a path knows of a sum; None if that is nothing."""
    step = 1 if _is_whole(state, sum_) else 0.5
    low, high, excluded = -inf, inf, set[int]()
    for operator, bound in _told(state, sum_):
        if operator == "!=":
            excluded.add(bound)
        if operator in (">", ">=", "=="):
            low = max(low, bound + step * (operator == ">"))
        if operator in ("<", "<=", "=="):
            high = min(high, bound - step * (operator == "<"))
    while low in excluded:
        low += step
    while high in excluded:
        high -= step
    return _Limits(low, high, frozenset(excluded), step) if excluded or low > -inf or high < inf else None


def _told(state: State, sum_: _Sum) -> Iterator[tuple[str, int]]:
    """How a sum compares to numbers, by the tests that a path has passed."""
    for key, holds in state.path_condition.items():
        form = _form(key[1]) if type(key) is tuple and key[0] == "truth" else None
        told = None if form is None else _comparison(_with_numbers(state, form), key[1].key[0])  # type: ignore[index]
        if told is not None and told.sum == sum_ and isinstance(holds, Const):
            yield told.operator if holds.value else OPPOSITE[told.operator], told.bound


def _outcome(asked: _Comparison, limits: _Limits) -> bool | None:
    """How a comparison comes out for whatever lies within `limits`."""
    operator, bound = asked.operator, asked.bound
    if operator in (">", ">=", "!="):
        opposite = _outcome(_Comparison(asked.sum, OPPOSITE[operator], bound), limits)
        return None if opposite is None else not opposite
    if operator == "==":
        if bound in limits.excluded or not limits.low <= bound <= limits.high:
            return False
        return True if limits.low == limits.high else None
    most = bound - limits.step * (operator == "<")
    return True if limits.high <= most else False if limits.low > most else None
