"""Loops: pools of streams, rings of buffers, and rounds that meet each other."""

from __future__ import annotations

import pytest

from tests.programs import after_head, check_marks, every, lint


def test_each_round_on_its_own_stream_and_array() -> None:
    check_marks(
        after_head(
            """
            streams = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
            parts = []
            for s in streams:
                with s:
                    parts.append(x * 2)
            for s in streams:
                s.synchronize()
            total = sum(parts)
            """
        )
    )


def test_only_the_last_stream_is_waited_for() -> None:
    check_marks(
        after_head(
            """
            streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
            parts = []
            for s in streams:
                with s:
                    parts.append(x * 2)
            s.synchronize()
            with s1:
                first = parts[0] + 1  # expect: CUP101
                last = parts[2] + 1
            """
        )
    )


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


def test_the_edge_back_makes_it_right() -> None:
    check_marks(
        after_head(
            """
            for step in range(10):
                with s1:
                    y[...] = x * step
                s2.wait_event(s1.record())
                with s2:
                    total = y.sum()
                s1.wait_event(s2.record())
            """
        )
    )


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


def test_one_event_in_each_round_of_a_pool() -> None:
    check_marks(
        after_head(
            """
            streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
            events = []
            for s in streams:
                with s:
                    part = x * 2
                    events.append(s.record())
            for event in events:
                s1.wait_event(event)
            with s1:
                b = part + 1
            """
        )
    )


def test_enumerate_and_zip() -> None:
    check_marks(
        after_head(
            """
            streams = (s1, s2)
            parts = [cp.zeros(9), cp.zeros(9)]
            cp.cuda.Device().synchronize()
            for i, (s, part) in enumerate(zip(streams, parts)):
                with s:
                    part += i
            with s1:
                a = parts[0] * 2
                b = parts[1] * 2  # expect: CUP101
            """
        )
    )


def test_a_loop_over_something_unknown_is_taken_to_run() -> None:
    """A program that waits for each of its streams is right, however many there are."""
    check_marks(
        after_head(
            """
            def work(names):
                with s1:
                    a = x * 2
                for name in names:
                    s1.synchronize()
                with s2:
                    return a + 1
            """
        )
    )


def test_a_loop_that_never_runs_waits_for_nothing() -> None:
    check_marks(
        after_head(
            """
            with s1:
                a = x * 2
            for _ in range(0):
                s1.synchronize()
            with s2:
                b = a + 1  # expect: CUP101
            """
        )
    )


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


def test_polling_until_done_is_a_wait() -> None:
    check_marks(
        after_head(
            """
            import time
            with s1:
                a = x * 2
            while not s1.done:
                time.sleep(0.01)
            with s2:
                b = a + 1
            """
        )
    )


def test_a_wait_at_the_end_of_each_round() -> None:
    check_marks(
        after_head(
            """
            while True:
                with s1:
                    y += x
                s2.wait_event(s1.record())
                with s2:
                    host = y.get()
            """
        )
    )


def test_comprehensions_are_loops() -> None:
    check_marks(
        after_head(
            """
            streams = [s1, s2]
            def double(s):
                with s:
                    return x * 2
            parts = [double(s) for s in streams]
            with s1:
                first = parts[0] + 1
                second = parts[1] + 1  # expect: CUP101
            [s.synchronize() for s in streams]
            third = parts[0] + parts[1]
            """
        )
    )


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
