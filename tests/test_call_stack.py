"""Calls inside `in_one_piece` cost the same, however deep they stand."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import pytest

from cupylint.call_stack import in_one_piece


def _called(depth: int, work: Callable[[], float]) -> float:
    """What `work` returns so many calls deeper."""
    return work() if depth == 0 else _called(depth - 1, work)


def _callee(first: int, second: int, third: int) -> int:
    return first


def _seconds() -> float:
    """What 500 calls from here take; the least of three times."""
    return min(_timed() for _ in range(3))


def _timed() -> float:
    start = time.perf_counter()
    for _ in range(500):
        _callee(1, 2, 3)
    return time.perf_counter() - start


def _dearest() -> float:
    """How much more calls cost at the dearest depth than at the usual one. Two pieces of 16 kB are passed."""
    costs = sorted(_called(depth, _seconds) for depth in range(300))
    return costs[-1] / costs[len(costs) // 2]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="frames are objects there, each by itself")
def test_no_depth_is_dearer_than_others() -> None:
    assert _dearest() > 20  # what it is about: CPython takes and gives back memory for each call
    assert in_one_piece(_dearest) < 10


def test_results_and_errors_pass() -> None:
    assert in_one_piece(lambda: 3) == 3
    with pytest.raises(ZeroDivisionError):
        in_one_piece(lambda: 1 // 0)
