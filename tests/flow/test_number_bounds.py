"""What comparisons that a path has passed say of others, for whatever the numbers are."""

import operator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cupylint.flow.domain import number_bounds, truths
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Const, Symbol

COMPARED = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq}
N, M = Symbol(("len", "a")), Symbol(("len", "b"))  # whole numbers
X = Symbol("x")  # any number


def value(number, *symbols):
    """The sum of a number and symbols."""
    form = {1: number, **dict.fromkeys(symbols, 1)}
    return Symbol(("linear", tuple(form.items()))) if symbols else Const(number)


def compared(left, sign, right):
    return Symbol((sign, left, right))


def passed(*tests):
    """The state of a path that has passed tests: each with how it came out."""
    state = State()
    for test, holds in tests:
        truths.remember(state, test, holds)
    return state


@pytest.mark.parametrize(
    ("told", "asked", "outcome"),
    [
        ((value(3), "<", N), (value(1), "<", N), True),
        ((value(3), "<", N), (value(3), "==", N), False),
        ((value(3), "<", N), (value(4), "<=", N), True),
        ((value(3), "<", N), (value(5), "<=", N), None),
        ((value(3), "<", X), (value(4), "<=", X), None),  # 3.5
        ((value(3), "<", X), (value(3), "<=", X), True),
        ((value(1, M), "<", N), (N, "<=", M), False),
        ((value(1, M), "<", N), (value(2, M), "<", N), None),
        ((value(1, M), "<", X), (value(3), "<", N), None),  # of other numbers
        ((N, "==", value(2)), (value(1, N), "<", value(4)), True),
    ],
)
def test_a_comparison_decides_another_one(told, asked, outcome):
    assert number_bounds.decided(passed((compared(*told), True)), compared(*asked)) is outcome


def test_two_limits_and_what_it_is_not_leave_one_number():
    tests = [
        (compared(value(1), "<", N), True),
        (compared(N, "==", value(2)), False),
        (compared(value(3), "<", N), False),
    ]
    assert number_bounds.decided(passed(*tests), compared(value(-1, N), "==", value(2))) is True
    assert number_bounds.decided(passed(*tests[:2]), compared(value(-1, N), "==", value(2))) is None


@given(data=st.data())
def test_what_is_decided_is_so(data):
    """Numbers are drawn, then comparisons: what those of a path decide is what the numbers say."""
    whole = st.integers(-4, 4)
    numbers = {N: data.draw(whole), M: data.draw(whole), X: Fraction(data.draw(st.integers(-12, 12)), 3)}
    sums = st.tuples(whole, st.lists(st.sampled_from([N, M, X]), max_size=2, unique=True))
    tests = st.tuples(sums, st.sampled_from(sorted(COMPARED)), sums)

    def of(test):
        (first, left), sign, (second, right) = test
        told = [number + sum(numbers[symbol] for symbol in part) for number, part in ((first, left), (second, right))]
        return compared(value(first, *left), sign, value(second, *right)), COMPARED[sign](*told)

    state = passed(*map(of, data.draw(st.lists(tests, max_size=6))))
    asked, outcome = of(data.draw(tests))
    assert number_bounds.decided(state, asked) in (None, outcome)
