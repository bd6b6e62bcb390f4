"""Methods that finish what ``__init__`` begins: the others are followed with what these leave behind."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.programs import check_marks, every

PREPARED = """
import cupy as cp
class Pipe:
    def __init__(self):
        self.stream = None
    def setup(self):
        self.stream = cp.cuda.Stream(non_blocking=True)
    def step(self, n):
        x = cp.zeros(n)
        with self.stream:
            y = x + 1  # expect: CUP101
        return y
"""
BLOCKING = PREPARED.replace("non_blocking=True", "").replace("  # expect: CUP101", "")
WAITS = """
import cupy as cp
class Pipe:
    def __init__(self):
        self.stream = None
    def setup(self):
        self.stream = cp.cuda.Stream(non_blocking=True)
    def step(self, n):
        x = cp.zeros(n)
        cp.cuda.Device().synchronize()
        with self.stream:
            y = x + 1
        self.stream.synchronize()
        return y
"""


def _check(source: str) -> None:
    check_marks(dedent(source))


def test_a_stream_that_a_method_makes_is_met_by_the_others() -> None:
    check_marks(PREPARED)


@pytest.mark.parametrize("source", [BLOCKING, WAITS], ids=["ordered with null", "waited for"])
def test_its_safe_twins(source: str) -> None:
    assert every(source) == set()


def test_an_attribute_that_init_does_not_mention() -> None:
    check_marks(PREPARED.replace("        self.stream = None\n", "        pass\n"))


def test_a_method_that_comes_first_in_the_file_is_called_after_it() -> None:
    _check(
        """
        import cupy as cp
        class Pipe:
            def step(self, n):
                x = cp.zeros(n)
                with self.stream:
                    return x + 1  # expect: CUP101
            def setup(self):
                self.stream = cp.cuda.Stream(non_blocking=True)
        """
    )


def test_two_that_follow_one_another_and_a_base_class() -> None:
    _check(
        """
        import cupy as cp
        class Base:
            def open(self):
                self._make()
        class Pipe(Base):
            def allocate(self):
                self.view = self.pair[0]
            def _make(self):
                self.pair = [cp.cuda.Stream(non_blocking=True), cp.cuda.Stream()]
            def start(self):
                self.open()
            def step(self, n):
                x = cp.zeros(n)
                with self.view:
                    return x + 1  # expect: CUP101
        """
    )


def test_what_the_preparation_issued_has_ended_in_another_order_of_calls() -> None:
    """Nothing says how much later ``step`` is called; work that ``setup`` left is for pairs of methods."""
    _check(
        """
        import cupy as cp
        class Pipe:
            def setup(self, n):
                self.stream = cp.cuda.Stream(non_blocking=True)
                self.ready = cp.cuda.Event()
                self.table = cp.arange(n)
                self.ready.record()
            def step(self):
                self.stream.wait_event(self.ready)
                with self.stream:
                    return self.table + 1
        """
    )


def test_a_method_that_takes_back_what_another_gave_prepares_nothing() -> None:
    _check(
        """
        import cupy as cp
        class Pipe:
            def setup(self):
                self.stream = cp.cuda.Stream(non_blocking=True)
            def close(self):
                self.stream = None
            def step(self, n):
                x = cp.zeros(n)
                with self.stream:
                    return x, x + 1  # expect: CUP101
        """
    )
