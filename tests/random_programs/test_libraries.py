"""What is found in programs that do not tell all: sizes, callers, other files. The truth is a plan, see `plans`.

A line is true if it races for any caller and any size. It must be found where the premises that are shown by default
cover it: any size and any answer to a flag; a function or a method alone, with work of the caller on what it is given;
two methods one after the other, or one right after the object was made, unless a method that waits may be meant to come
between (see `plans`). ``RANDOM_PROGRAMS`` sets how many programs are tried, ``RANDOM_SEED`` where the seeds begin.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from cupylint.config import Settings
from cupylint.engine import check_text
from cupylint.options import ModelOptions
from cupylint.registry import find
from cupylint.source import deep_recursion

from .libraries import Program, program
from .plans import Line, races_of

COUNT = int(os.environ.get("RANDOM_PROGRAMS", "400"))
FIRST = int(os.environ.get("RANDOM_SEED", "0"))
QUICK = 25
BATCHES = 8
PRECISION, RECALL = 0.995, 0.98
_RULES = [rule for code in ("CUP101", "CUP102", "CUP103") if (rule := find(code)) is not None]


def found_in(written: Program) -> set[Line]:
    """The lines that the linter reports by default, in whichever file."""
    lines: set[Line] = set()
    with tempfile.TemporaryDirectory() as folder, deep_recursion():
        for name, text in written.files.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        for name, text in written.files.items():
            path = str(Path(folder, name))
            for finding in check_text(text, path, _RULES, Settings(model=ModelOptions(every_access=True)), fixes=False):
                if finding.certain:
                    lines.add((os.path.basename(finding.filename), finding.location.row))
    return lines


def judged(seeds: range) -> tuple[int, int, int]:
    """Lines that were found and are true, that were missed, and that are false; what differs is printed."""
    agreed = missed = false = 0
    for seed in seeds:
        written = program(seed)
        found, races = found_in(written), races_of(written.library)
        if wrong := found - races.any:
            print(f"seed {seed}: false {sorted(wrong)}")
        if lost := races.shown - found:
            print(f"seed {seed}: missed {sorted(lost)}")
        agreed, missed, false = agreed + len(found & races.any), missed + len(lost), false + len(wrong)
    print(f"{len(seeds)} programs: {agreed} lines agreed, {missed} missed, {false} false")
    return agreed, missed, false


def test_a_few_programs() -> None:
    agreed, missed, false = judged(range(QUICK))
    assert agreed and not false and missed <= (1 - RECALL) * (agreed + missed)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_found_by_default_is_what_races_for_some_caller(batch: int) -> None:
    agreed, missed, false = judged(range(FIRST + batch, FIRST + COUNT, BATCHES))
    assert agreed >= PRECISION * (agreed + false)
    assert agreed >= RECALL * (agreed + missed)
