"""The static verdict on reused memory equals the one of a run: random programs, judged by the simulator's pools.

``RANDOM_PROGRAMS`` sets how many programs are tried, ``RANDOM_SEED`` where the seeds begin.

What is missed by design:

- a block of which only a part was used elsewhere, and not its first element, that an array of another size takes;
- a block that was divided and is whole again only for some choices among the free blocks of one size: an array that
  is still alive may have got one of its parts, or another block;
- a part of a larger block, where a block that fits better may be free: what only may be alive there (code that is not
  seen, a generator's temporaries) leaves open which of the two is taken.
"""

from __future__ import annotations

import importlib
import os
from dataclasses import dataclass

import pytest

from cupylint.config import Settings
from cupylint.engine import check_text
from cupylint.options import ModelOptions
from cupylint.registry import find
from cupylint.source import deep_recursion

from .lifetimes import program

pytestmark = pytest.mark.slow

simulator = importlib.import_module("cupylint.runtime_checks.simulator")

COUNT = int(os.environ.get("RANDOM_PROGRAMS", "200"))
FIRST = int(os.environ.get("RANDOM_SEED", "0"))
BATCHES = 8
LEAST_RUNS, MOST = 3, 120
"""Runs of a program: CuPy takes any of several free blocks of one size, so that a race may need some luck."""
LEAST = 0.98
"""Share of the racy lines that must be found, over many programs; a batch may miss two lines more."""
MOST_FALSE = 0.005
"""Share of the reported lines that may be false: none in a small batch."""
RULES = [rule for code in ("CUP101", "CUP102", "CUP103", "CUP104") if (rule := find(code)) is not None]


@dataclass(frozen=True)
class Verdicts:
    """Rows of later accesses to reused memory: by both, by the run alone, by the linter alone."""

    agreed: frozenset[int]
    missed: frozenset[int]
    false: frozenset[int]


def judge(seed: int) -> Verdicts:
    """Both verdicts on the program of a seed."""
    text = program(seed)
    with deep_recursion():
        found = check_text(text, "program.py", RULES, Settings(model=ModelOptions(every_access=True)), fixes=False)
    static = {finding.location.row for finding in found if finding.certain and finding.code == "CUP104"}
    reused: set[int] = set()
    expected: set[int] = set()
    for choice in range(MOST):
        options = simulator.Options(schedules="none", choice=choice)
        report = simulator.run("program.py", options=options, source=text)
        assert not report.error and not report.not_supported, f"seed {seed}: {report.error or report.not_supported}"
        reused |= {race.later.row for race in report.races if race.reuse}
        ordinary = {race.later.row for race in report.races if not race.reuse}
        expected |= {
            race.later.row
            for race in report.races
            if race.reuse
            and race.kinds[1] == "write"  # what is read of the new array was written before: the write is reported
            and not {race.earlier.row, race.later.row} & ordinary  # one missing wait is reported once
        }
        if choice >= LEAST_RUNS and static <= reused:
            break
    return Verdicts(frozenset(static & reused), frozenset(expected - static), frozenset(static - reused - ordinary))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_static_and_simulated_verdicts_agree(batch: int) -> None:
    """By the line of the later access, over all programs of the batch."""
    verdicts = {seed: judge(seed) for seed in range(FIRST + batch, FIRST + COUNT, BATCHES)}
    for seed, one in verdicts.items():
        if one.missed or one.false:
            print(f"seed {seed}: missed lines {sorted(one.missed)}, false lines {sorted(one.false)}")
    agreed, missed, false = (
        sum(len(getattr(one, name)) for one in verdicts.values()) for name in ("agreed", "missed", "false")
    )
    print(f"{agreed} lines agreed, {missed} missed, {false} false")
    assert false <= MOST_FALSE * (agreed + false)
    assert missed <= 2 + (1 - LEAST) * (agreed + missed)
