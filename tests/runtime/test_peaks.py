"""Memory that is held at once: counted by a hook, compared with what was predicted. No GPU: see `fake/cupy`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cupylint.runtime_checks.backends import Backend
from cupylint.runtime_checks.high_water import HighWater
from cupylint.runtime_checks.jobs import Job, Seen
from cupylint.runtime_checks.peaks import Predicted, is_near, judged

MB = 1_000_000


def test_the_most_that_is_held_at_once_counts() -> None:
    water = HighWater()
    water.freed(0, 7)  # from before
    for pointer, size in ((1, 100), (2, 50)):
        water.allocated(0, pointer, size)
    water.freed(0, 1)
    water.allocated(0, 3, 80)
    water.allocated(1, 3, 10)  # the same address on another device
    assert water.peak == 150
    water.allocated(0, 4, 20)
    assert water.peak == 160


@pytest.mark.parametrize(
    ("predicted", "peak", "gaps", "verdict", "said"),
    [
        (100 * MB, 100 * MB, (), "ENDS", "within 10%: 95.37 MiB at its peak, 95.37 MiB predicted"),
        (92 * MB, 100 * MB, (), "ENDS", "within 10%: "),
        (80 * MB, 100 * MB, (), "FAILED", "95.37 MiB at its peak, 76.29 MiB predicted: -20%"),
        (120 * MB, 100 * MB, (), "FAILED", "predicted: +20%"),
        (80 * MB, 100 * MB, ("line 4",), "ENDS", "76.29 MiB predicted; not modelled: line 4"),
        (120 * MB, 100 * MB, ("line 4",), "FAILED", "predicted: +20%"),
        (0, 600_000, (), "ENDS", "within 10%: "),
    ],
)
def test_a_prediction_is_near_or_says_what_it_lacks(
    predicted: int, peak: int, gaps: tuple[str, ...], verdict: str, said: str
) -> None:
    seen = judged(Predicted(predicted, gaps), Seen(0, "ENDS", "", peak=peak))
    assert seen.verdict == verdict
    assert said in seen.evidence
    assert is_near(seen.evidence) == said.startswith("within")


def test_a_program_that_fails_has_no_peak() -> None:
    failed = Seen(0, "FAILED", "ValueError: no (line 3)", peak=5)
    assert judged(Predicted(5), failed) is failed


def test_a_program_is_watched(backend: Backend, script: Callable[[str], Path]) -> None:
    path = script("import cupy as cp\na = cp.zeros(1000)\nb = a + 1\nprint(b)\n")
    seen = backend.run(Job(str(path), (), directory=str(path.parent), peak=True)).seen[0]
    assert (seen.verdict, seen.peak) == ("ENDS", 8000)


def test_a_watched_program_may_fail(backend: Backend, script: Callable[[str], Path]) -> None:
    path = script("import cupy as cp\na = cp.zeros(1000)\nraise ValueError('no')\n")
    seen = backend.run(Job(str(path), (), directory=str(path.parent), peak=True)).seen[0]
    assert (seen.verdict, seen.evidence) == ("FAILED", "ValueError: no (line 3)")
