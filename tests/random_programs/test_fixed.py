"""``--fix --unsafe-fixes`` on random programs: nothing gained or lost, no second change, all is ordered.

``RANDOM_PROGRAMS`` sets how many are tried, ``RANDOM_SEED`` where the seeds begin.
"""

from __future__ import annotations

import os

import pytest

from .fixed import Fixed, fix

COUNT = int(os.environ.get("RANDOM_PROGRAMS", "160"))
FIRST = int(os.environ.get("RANDOM_SEED", "0"))
BATCHES = 8


def _check(seeds: range) -> None:
    done = Fixed()
    for seed in seeds:
        fix(seed, done)
    print(*done.remarks, *done.lines(), sep="\n")
    assert done.counts["fixes"] and not done.remarks


def test_a_few_random_programs() -> None:
    _check(range(6))


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_programs(batch: int) -> None:
    _check(range(FIRST + batch, FIRST + COUNT, BATCHES))
