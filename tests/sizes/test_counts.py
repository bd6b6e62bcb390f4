"""Counts that are not known: polynomials with bounds; promotion up to CuPy 13; shapes with symbols."""

from __future__ import annotations

import random

import pytest

from cupylint.sizes import dtypes
from cupylint.sizes.counts import Count, Unknown, at_least, larger, smaller
from cupylint.sizes.evaluate import evaluate
from cupylint.sizes.forms import Form, rounded, shape_of

N, M = Unknown("n", "n"), Unknown("m", "m", least=3, most=7)


def test_polynomials_are_equal_by_value() -> None:
    n, m = Count.of(N), Count.of(M)
    assert (n + 1) * (n - 1) == n * n - 1
    assert n * m == m * n and hash(n * m) == hash(m * n)
    assert n - n == 0 and Count.of(5) == 5
    assert str(4 * n * m + n * n - 8) == "4*m*n + n**2 - 8"


def test_bounds() -> None:
    n, m = Count.of(N), Count.of(M)
    assert (m * 10).least == 30 and (m * 10).most == 70
    assert (n + 100_000).least == 100_000 and (n + 1).most is None
    assert (10 - m).least == 3 and (n - 5).least == 0
    assert at_least(n + 2, n + 1) and not at_least(n, m)
    assert larger(n + 2, n) == n + 2 and smaller(n + 2, n) == n
    assert larger(n, m).least == 3 and smaller(n, m).most == 7


@pytest.mark.parametrize("seed", range(50))
def test_arithmetic_is_that_of_numbers(seed: int) -> None:
    rng = random.Random(seed)
    values = {N: rng.randint(0, 9), M: rng.randint(3, 7)}

    def at(count: Count) -> int:
        total = 0
        for monomial, factor in count.terms:
            for unknown, power in monomial:
                factor *= values[unknown] ** power
            total += factor
        return total

    count, number = Count.of(N), values[N]
    for _ in range(6):
        other = rng.choice((Count.of(rng.randint(0, 5)), Count.of(N), Count.of(M)))
        if rng.random() < 0.5:
            count, number = count + other, number + at(other)
        else:
            count, number = count * other, number * at(other)
    assert at(count) == number
    assert count.least <= number
    assert count.most is None or number <= count.most


def test_whole_division() -> None:
    n = Count.of(N)
    assert (8 * n) // 4 == 2 * n
    assert Count.of(9) // 4 == 2
    assert (n + 100) // 3 == (n + 100) // 3 and ((n + 100) // 3).least == 33


def test_bytes_are_rounded_as_the_pool_rounds_them() -> None:
    assert [rounded(size).value for size in (0, 1, 512, 513)] == [0, 512, 512, 1024]


VALUES = [
    ("float32", 1.5, "float32"),
    ("float32", 1e60, "float64"),
    ("float16", 1e6, "float32"),
    ("int8", 5, "int8"),
    ("int8", 200, "int16"),
    ("uint8", 200, "uint8"),
    ("uint8", -1, "int16"),
    ("int32", 1.5, "float64"),
    ("bool", 5, "int64"),
    ("float32", 1j, "complex64"),
    ("int64", 3, "int64"),
    ("float16", 200, "float16"),
]


@pytest.mark.parametrize(("dtype", "value", "wanted"), VALUES)
def test_up_to_13_the_value_of_a_number_counts(dtype: str, value: complex, wanted: str) -> None:
    scalar = dtypes.scalar_of(value)
    assert scalar is not None
    assert dtypes.result_type([dtype, scalar], 13) == wanted


def test_numbers_of_numpy_count_from_14_on() -> None:
    array = Form(shape_of(4), "float32")
    (result,) = evaluate("*", (array, Form((), "float64"))).forms  # type: ignore[union-attr]
    assert result.dtype == "float64"


def test_what_is_not_known_stays_a_symbol() -> None:
    array = Form(shape_of(N, 3), "float32")
    for name, arguments, shape in [
        ("cupy.sum", (array, 0), "(3,)"),
        ("cupy.ndarray.T", (array,), "(3, n)"),
        ("cupy.concatenate", ((array, array),), "(2*n, 3)"),
        ("cupy.stack", ((array, array),), "(2, n, 3)"),
        ("@", (array, Form(shape_of(3, M), "float32")), "(n, m)"),
        ("+", (array, Form(shape_of(1, 3), "float32")), "(n, 3)"),
        ("+", (Form(shape_of(N, 1), "float32"), Form(shape_of(M), "float32")), "(n, m)"),
        ("cupy.ndarray.reshape", (array, -1), "(3*n,)"),
        ("cupy.ndarray.reshape", (array, 3, -1), "(3, n)"),
        ("cupy.tile", (array, (2, 1)), "(2*n, 3)"),
        ("cupy.pad", (array, 1), "(n + 2, 5)"),
        ("[]", (array, slice(1, None)), "(n - 1, 3)"),
        ("[]", (array, slice(None, None, 2)), "((n + 1)//2, 3)"),
    ]:
        made = evaluate(name, arguments)
        assert made is not None, name
        assert str(made.forms[0]) == f"{shape} float32", name


def test_no_table_row_fails_on_what_is_not_known() -> None:
    from cupylint.sizes.calls import UNKNOWN
    from cupylint.sizes.evaluate import FUNCTIONS

    rng = random.Random(1)
    choices = [
        UNKNOWN, None, 0, 1, -1, 2.5, 1j, True, "x", "float32", (), (1, 2), [1, [2]], (UNKNOWN,), Ellipsis,
        Count.of(N), slice(None), Form(None, None), Form((), "bool"), Form(shape_of(N), None),
        Form(shape_of(2, 3), "float32"), Form(shape_of(0,), "int8"), Form(shape_of(N, M, 4), "complex64", "-"),
        [Form(shape_of(3), "int32"), UNKNOWN], (Form(shape_of(3), "int32"), Form(shape_of(N), "float64")),
    ]  # fmt: skip
    for name, row in FUNCTIONS.items():
        for _ in range(60):
            positional = [rng.choice(choices) for _ in range(rng.randint(0, 4))]
            names = [parameter for parameter in row.parameters if parameter != "*"]
            keywords = {
                rng.choice([*names, "out", "dtype", "axis"]): rng.choice(choices) for _ in range(rng.randint(0, 2))
            }
            evaluate(name, positional, keywords)
    for operator in ("+", "-", "@", "==", "~", "<<"):
        for _ in range(100):
            evaluate(operator, [rng.choice(choices) for _ in range(rng.randint(1, 2))])
    for _ in range(500):
        evaluate("[]", (rng.choice(choices), rng.choice([*choices, tuple(rng.choices(choices, k=3))])))
