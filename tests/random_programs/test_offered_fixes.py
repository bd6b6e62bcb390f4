"""Every offered fix, applied literally to fixtures and random programs, leaves them clean and ordered.

``RANDOM_PROGRAMS`` sets how many random programs are tried, ``RANDOM_SEED`` where the seeds begin.
"""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from tests.bundled import CASES

from .generate import program
from .offered import RACES, Tried, summary, tried

COUNT = int(os.environ.get("RANDOM_PROGRAMS", "160"))
FIRST = int(os.environ.get("RANDOM_SEED", "0"))
QUICK = 5
BATCHES = 8
LEAST = 0.99
_RACY = [case for case in CASES if case.bad and not case.later and case.code in RACES]


def _check(total: Tried) -> None:
    print("\n".join([*total.remarks, *summary(total.counts)]))
    counts = total.counts
    assert counts["fixes"] and counts["programs"]
    assert counts["finding"] + counts["new"] <= (1 - LEAST) * counts["fixes"]
    assert counts["ordered"] >= LEAST * counts["programs"]
    assert counts["event"] <= (1 - LEAST) * counts["fixes"]


def _of_seeds(seeds: range) -> Tried:
    total = Tried()
    for seed in seeds:
        total.add(tried(f"seed {seed}", program(seed, modules=seed % 5 == 0)))
    return total


def _of_fixtures(number: int, of: int) -> Tried:
    total = Tried()
    for case in _RACY[number::of]:
        model = replace(case.model, every_access=False)
        total.add(tried(case.name, {"program.py": case.text}, model, case.per_thread))
    return total


def test_a_few_random_programs() -> None:
    _check(_of_seeds(range(QUICK)))


def test_a_few_fixtures() -> None:
    _check(_of_fixtures(0, len(_RACY) // QUICK))


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_programs(batch: int) -> None:
    _check(_of_seeds(range(FIRST + batch, FIRST + COUNT, BATCHES)))


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_racy_fixture(batch: int) -> None:
    _check(_of_fixtures(batch, BATCHES))
