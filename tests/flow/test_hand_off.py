"""Arrays that other libraries take, host functions and forked processes: programs with findings and safe ones."""

from __future__ import annotations

import pytest

from tests.flow.sections import sections
from tests.programs import after_head, check_marks, every, marked

_WITH_HEAD = sections("hand_off", "hand_off_look_alikes", "host_functions")
_WHOLE = sections("processes")
PROGRAMS = {**{name: after_head(body) for name, body in _WITH_HEAD.items()}, **_WHOLE}


@pytest.mark.parametrize("name", PROGRAMS)
def test_verdict(name: str) -> None:
    """Exactly the marked lines have findings."""
    source = PROGRAMS[name]
    assert every(source) == marked(source)


def test_programs_with_findings_have_marks_and_safe_ones_have_none() -> None:
    for name, body in PROGRAMS.items():
        assert ("# expect:" in body) == name.endswith("_racy"), name


def test_a_pointer_for_code_that_is_not_seen_is_shown_by_maybe_only() -> None:
    check_marks(
        after_head(
            """
            import ctypes

            lib = ctypes.CDLL("liblaunch.so")
            with s1:
                z = x * 2
            lib.scale(ctypes.c_void_p(z.data.ptr), 10)  # maybe: CUP204
            """
        )
    )


def test_mpi_with_work_on_null_is_shown_by_maybe_only() -> None:
    check_marks(
        after_head(
            """
            from mpi4py import MPI

            z = x * 2
            MPI.COMM_WORLD.Send(z, dest=1)  # maybe: CUP204
            """
        )
    )


def test_a_start_method_that_is_chosen_elsewhere_leaves_doubt() -> None:
    check_marks(
        """
import multiprocessing
import cupy as cp

def work(n):
    return float(cp.ones(n).sum())

def run():
    x = cp.ones(10)
    with multiprocessing.Pool(2) as pool:  # maybe: CUP206
        return pool.map(work, [1, 2])

def main(name):
    multiprocessing.set_start_method(name)
    return run()  # what name is, is not seen
"""
    )
