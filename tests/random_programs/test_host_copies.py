"""The static verdict on host memory equals the one of a run: random programs, judged by the simulator.

``RANDOM_PROGRAMS`` sets how many programs are tried, ``RANDOM_SEED`` where the seeds begin.
"""

from __future__ import annotations

import importlib
import os

import pytest

from cupylint.config import Settings
from cupylint.engine import check_text
from cupylint.options import ModelOptions
from cupylint.registry import find
from cupylint.source import deep_recursion

from .host_copies import program

pytestmark = pytest.mark.slow

simulator = importlib.import_module("cupylint.runtime_checks.simulator")

COUNT = int(os.environ.get("RANDOM_PROGRAMS", "200"))
FIRST = int(os.environ.get("RANDOM_SEED", "0"))
BATCHES = 8
CODES = ("CUP101", "CUP102", "CUP103", "CUP201", "CUP202", "CUP203")
RULES = [rule for code in CODES if (rule := find(code)) is not None]


def verdicts(seed: int) -> tuple[set[int], set[int]]:
    """The lines of later accesses: as the simulator judges a program, and as the rules do."""
    text = program(seed)
    report = simulator.run("program.py", options=simulator.Options(schedules="none"), source=text)
    assert not report.error and not report.not_supported, f"seed {seed}: {report.error or report.not_supported}"
    raced = {race.later.row for race in report.races}
    with deep_recursion():
        found = check_text(text, "program.py", RULES, Settings(model=ModelOptions(every_access=True)), fixes=False)
    return raced, {finding.location.row for finding in found if finding.certain}


def differences(seed: int) -> str:
    """How the two verdicts on a program differ, "" if they do not."""
    raced, static = verdicts(seed)
    missed, false = sorted(raced - static), sorted(static - raced)
    return f"seed {seed}: missed lines {missed}, false lines {false}" if missed or false else ""


@pytest.mark.parametrize("batch", range(BATCHES))
def test_static_and_simulated_verdicts_agree(batch: int) -> None:
    """By the line of the later access, over all programs of the batch."""
    seeds = range(FIRST + batch, FIRST + COUNT, BATCHES)
    assert [text for seed in seeds if (text := differences(seed))] == []
