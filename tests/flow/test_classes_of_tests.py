"""Classes of tests: each test runs by itself, after the method that prepares it."""

from __future__ import annotations

import pytest

from tests.programs import check_marks

_TESTS = """
import unittest
import cupy as cp
class Base{bases}:
    def {prepare}(self):
        self.stream = cp.cuda.Stream()
        self.stream.use()
        self.data = cp.zeros(9)
class Tests(Base):
{others}
    def test_doubles(self):
        other = cp.cuda.Stream()
        {wait}
        with other:
            self.data *= 2{mark}
    def test_halves(self):
        self.data /= 2
        {wait}
"""
_OTHERS = "\n".join(f"    def test_{number}(self):\n        assert self.data.size == 9" for number in range(12))


@pytest.mark.parametrize(("bases", "prepare"), [("(unittest.TestCase)", "setUp"), ("", "setup_method")])
@pytest.mark.parametrize("others", ["", _OTHERS])
def test_what_comes_before_each_test_is_met(bases: str, prepare: str, others: str) -> None:
    for wait, mark in ("pass", "  # expect: CUP101"), ("self.stream.synchronize()", ""):
        check_marks(_TESTS.format(bases=bases, prepare=prepare, others=others, wait=wait, mark=mark))


def test_one_test_leaves_nothing_for_the_next() -> None:
    check_marks(
        """
import unittest
import cupy as cp
class Tests(unittest.TestCase):
    def setUp(self):
        self.a, self.b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
        with self.a:
            self.data = cp.zeros(9)
        self.a.synchronize()
    def test_first(self):
        with self.a:
            self.data += 1
    def test_second(self):
        with self.b:
            self.data += 1
"""
    )


def test_each_of_many_tests_is_followed() -> None:
    tests = "\n".join(f"    def test_{number}(self):\n        assert self.data.size == 9" for number in range(40))
    check_marks(_TESTS.format(bases="", prepare="setUp", others=tests, wait="pass", mark="  # expect: CUP101"))
