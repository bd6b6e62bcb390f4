"""Loops: pools of streams, rings of buffers, and rounds that meet each other."""

from __future__ import annotations

import pytest

from tests.programs import after_head, check_marks, every, lint


def test_a_round_meets_the_round_before() -> None:
    source = after_head(
        """
        for step in range(10):
            with s1:
                y[...] = x * step  # expect: CUP102
            s2.wait_event(s1.record())
            with s2:
                total = y.sum()
        """
    )
    check_marks(source)
    (finding,) = lint(source)
    assert finding.notes[0] == "line 11 of a later round or call meets line 14 of an earlier one"


def test_a_ring_of_two_buffers() -> None:
    program = """
        buffers = [cp.empty(9), cp.empty(9)]
        done = [cp.cuda.Event(), cp.cuda.Event()]
        cp.cuda.Device().synchronize()
        for i in range(10):
            k = i % 2
            {wait}
            with s1:
                buffers[k].fill(i){mark}
            s2.wait_event(s1.record())
            with s2:
                total = buffers[k].sum()
                done[k].record(s2)
        """
    check_marks(after_head(program.format(wait="if i > 1: s1.wait_event(done[k])", mark="")))
    check_marks(after_head(program.format(wait="if i > 1: s2.wait_event(done[k])", mark="  # expect: CUP102")))
    check_marks(after_head(program.format(wait="pass", mark="  # expect: CUP102")))


def test_while_true_ends_at_its_break() -> None:
    program = after_head(
        """
        with s1:
            a = x * 2
        event = s1.record()
        while True:
            if event.done:
                break
        with s2:
            b = a + 1
        """
    )
    assert every(program) == set()


@pytest.mark.parametrize(
    "test",
    [
        "solver.done < limit and not solver.converged",
        "not solver.converged and solver.done < limit",
        "solver.done < limit and solver.host[0] >= 1",
    ],
)
def test_the_parts_of_a_loop_test_let_nothing_pass(test: str) -> None:
    """A count against a bound that is not known ends the loop, it is no sign of a wait."""
    program = """
import cupy as cp
import cupyx
class Solver:
    def __init__(self):
        self.host = cupyx.zeros_pinned((1,))
        self.rest = cp.ones(10)
        self.done = 0
    def step(self):
        self.rest += 1
        self.rest[:1].get(out=self.host, blocking=False)
        self.done += 1
    @property
    def converged(self):
        return self.host[0] < 1{inside}
def solve(limit):
    solver = Solver()
    while {test}:{outside}
        solver.step()
        {wait}
    cp.cuda.get_current_stream().synchronize()
"""
    mark = "  # expect: CUP201"
    inside, outside = (mark, "") if "converged" in test else ("", mark)
    check_marks(program.format(test=test, inside=inside, outside=outside, wait="pass"))
    wait = "cp.cuda.get_current_stream().synchronize()"
    check_marks(program.format(test=test, inside="", outside="", wait=wait))
