"""``--fix --unsafe-fixes`` on random programs: nothing gained or lost, no second change, all is ordered.

``RANDOM_PROGRAMS`` sets how many are tried, ``RANDOM_SEED`` where the seeds begin.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from .fixed import Fixed, fix

COUNT = int(os.environ.get("RANDOM_PROGRAMS", "160"))
FIRST = int(os.environ.get("RANDOM_SEED", "0"))
BATCHES = 8


def _check(seeds: Iterable[int]) -> None:
    done = Fixed()
    for seed in seeds:
        fix(seed, done)
    print(*done.remarks, *done.lines(), sep="\n")
    assert done.counts["fixes"] and not done.remarks


def test_a_few_random_programs() -> None:
    _check(range(6))


@pytest.mark.parametrize("seed", [1035, 1075])
def test_a_change_of_one_file_may_allow_a_fix_in_another(seed: int) -> None:
    _check([seed])


def test_what_several_runs_have_told_is_added_up(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.random_programs.fixed"]
    parts = [tmp_path / "one", tmp_path / "other"]
    for first, part in enumerate(parts):
        run = subprocess.run([*command, "--first", str(first), "--count", "1"], capture_output=True, text=True)
        part.write_text(run.stdout, encoding="utf-8")
        assert run.returncode == 0 and run.stderr.startswith("1 programs: ")
    added = subprocess.run([*command, "--add", *map(str, parts)], capture_output=True, text=True)
    assert added.stdout == "" and added.stderr.startswith("2 programs: ")


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_programs(batch: int) -> None:
    _check(range(FIRST + batch, FIRST + COUNT, BATCHES))
