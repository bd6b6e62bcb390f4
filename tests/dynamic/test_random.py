"""Random programs: the traced run, the wrapped calls and the simulator's own judge, which keeps all accesses, agree."""

from __future__ import annotations

import pytest

from cupylint.runtime_checks.dynamic.analysis import Analysis
from cupylint.runtime_checks.dynamic.simulated import trace
from cupylint.runtime_checks.simulator import Options, run
from tests.dynamic.wrapped import traced
from tests.simulator.test_random import _program

OPTIONS = Options(schedules="none")


def pairs(analysis: Analysis) -> set[tuple[int, int]]:
    """The rows of the races."""
    return {(found.earlier.stack[0].row, found.later.stack[0].row) for found in analysis.observed.values()}


SEEDS = [range(5), *(pytest.param(range(start, start + 25), marks=pytest.mark.slow) for start in range(5, 205, 25))]


@pytest.mark.parametrize("seeds", SEEDS)
def test_the_same_lines_race(seeds: range) -> None:
    """Of several accesses that one comes too early for, the judge tells each, the others those that are not over."""
    for seed in seeds:
        source = _program(seed)
        report = run("program.py", options=OPTIONS, source=source)
        every = {(race.earlier.row, race.later.row) for race in report.races}
        for analysis in (trace("program.py", OPTIONS, source)[1], traced("program.py", source, OPTIONS)[1]):
            assert pairs(analysis) <= every, source
            assert {later for _, later in pairs(analysis)} == {later for _, later in every}, source
