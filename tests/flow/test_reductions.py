"""Sums and reductions over several arrays read all of them."""

from __future__ import annotations

import pytest

from tests.programs import check_marks, every

PROGRAM = """
import functools
import operator
import cupy as cp
def f():
    s = cp.cuda.Stream(non_blocking=True)
    with s:
        p = [cp.ones(10), cp.ones(10), cp.ones(10)]
    {wait}
    return {made}{mark}
"""
FORMS = [
    "sum(p)",
    "sum(p[1:], p[0])",
    "sum(p[1:], start=p[0])",
    "functools.reduce(operator.add, p)",
    "functools.reduce(operator.mul, p[1:], p[0])",
    "functools.reduce(lambda a, b: a + b, p)",
    "functools.reduce(cp.add, p)",
    "operator.add(p[0], p[1])",
]


@pytest.mark.parametrize("made", FORMS)
def test_arrays_that_a_reduction_reads(made: str) -> None:
    check_marks(PROGRAM.format(wait="pass", made=made, mark="  # expect: CUP103"))
    assert not every(PROGRAM.format(wait="s.synchronize()", made=made, mark=""), maybe=True)


def test_what_a_reduction_makes_is_written_on_the_stream_in_effect() -> None:
    made = "functools.reduce(operator.add, q)"
    source = PROGRAM.format(wait="q = [cp.ones(10), cp.ones(10)]\n    with s:\n        r = " + made, made="r", mark="")
    check_marks(source.replace(made, made + "  # expect: CUP101").replace("return r", "s.synchronize()\n    return r"))
    assert not every(source.replace("    with s:\n        r", "    if True:\n        r"), maybe=True)


def test_numbers_are_reduced_to_a_number() -> None:
    count = "[cp.ones(9)] * functools.reduce(operator.mul, [2, 1], 1)"
    source = PROGRAM.format(wait=f"q = {count}", made="q[1] + p[0]", mark="  # expect: CUP103")
    check_marks(source)
