"""What comparisons that a path has passed say of others, for whatever the numbers are."""

import operator
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cupylint.flow.domain import number_bounds, truths, unknown_sizes
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Const, Symbol

COMPARED = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq}
N, M = Symbol(("len", "a")), Symbol(("len", "b"))  # whole numbers
X = Symbol("x")  # any number
Q = Symbol(("binary", "//", N, M))
K = Symbol(("len", "k"))  # a number that the path knows


def value(number, *symbols):
    """The sum of a number and symbols."""
    form = {1: number, **Counter(symbols)}
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


@pytest.mark.parametrize(
    ("told", "asked", "outcome"),
    [
        ([((value(0, M), "<", N), True)], (Q, ">=", value(1)), True),
        ([((value(0, M), "<", N), True)], (Q, ">", value(1)), None),
        ([((N, "<", M), True)], (Q, "<", value(1)), True),
        ([((M, "<=", N), True), ((value(0, M, M), "<=", N), False)], (Q, "==", value(1)), True),
        ([((M, "<=", N), False)], (Q, "==", value(1)), False),
    ],
)
def test_a_quotient_compares_as_its_parts_do(told, asked, outcome):
    state = passed(*((compared(*test), holds) for test, holds in told))
    assert number_bounds.decided(state, compared(*asked)) is outcome


def test_a_step_that_is_added_to_a_round_is_at_least_one():
    state = State()
    unknown_sizes.take_rounds(state, N, 3)
    assert number_bounds.decided(state, compared(value(2, X), "<", N)) is False
    assert number_bounds.decided(state, compared(value(1, X), "<", N)) is None
    assert number_bounds.decided(State(), compared(value(2, X), "<", N)) is None
    assert number_bounds.decided(state, compared(value(0), "<", X)) is None  # it may be a number of anything


def test_a_number_that_is_taken_for_rounds_decides_nothing_alone():
    state = State()
    unknown_sizes.take_rounds(state, N, 3)
    assert number_bounds.decided(state, compared(value(4096), "<", N)) is None


@given(data=st.data())
def test_what_is_decided_is_so(data):
    """Numbers are drawn, then comparisons: what those of a path decide is what the numbers say."""
    whole = st.integers(-4, 4)
    numbers = {N: data.draw(whole), M: data.draw(st.integers(1, 4)), X: Fraction(data.draw(st.integers(-12, 12)), 3)}
    numbers |= {Q: numbers[N] // numbers[M], K: data.draw(whole)}
    sums = st.tuples(whole, st.lists(st.sampled_from([N, M, X, Q, K]), max_size=2))
    tests = st.tuples(sums, st.sampled_from(sorted(COMPARED)), sums)

    def of(test):
        (first, left), sign, (second, right) = test
        told = [number + sum(numbers[symbol] for symbol in part) for number, part in ((first, left), (second, right))]
        return compared(value(first, *left), sign, value(second, *right)), COMPARED[sign](*told)

    state = passed(*map(of, data.draw(st.lists(tests, max_size=6))))
    state.path_condition[K] = Const(numbers[K])
    asked, outcome = of(data.draw(tests))
    assert number_bounds.decided(state, asked) in (None, outcome)
