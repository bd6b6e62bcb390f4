"""The cases of published lists: what they flag is observed, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from cupylint.runtime_checks.dynamic.simulated import trace
from cupylint.runtime_checks.simulator import Options
from tests.dynamic import programs
from tests.dynamic.published import CASES, LEFT_OUT, PROGRAMS, devices_of, table, text_of
from tests.dynamic.wrapped import traced

DOCS = Path(__file__).parents[2] / "docs" / "dynamic.md"


@pytest.mark.parametrize("wrapped", [False, True], ids=["simulator", "wrapped"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_observed(name: str, wrapped: bool) -> None:
    text = text_of(name)
    options = Options(schedules="none", devices=devices_of(text))
    report, analysis = traced("program.py", text, options) if wrapped else trace("program.py", options, text)
    assert not report.error and not report.not_supported
    marked = {row for row, line in enumerate(text.splitlines(), 1) if "# race" in line}
    assert {observed.later.stack[0].row for observed in analysis.observed.values()} == marked


def test_the_programs_say_what_the_lists_say() -> None:
    used = {program for cases in CASES.values() for program, _ in cases.values()}
    assert used - set(programs.PROGRAMS) == set(PROGRAMS)
    for cases in CASES.values():
        for case, (program, flagged) in cases.items():
            assert flagged == ("# race" in text_of(program)), case


def test_the_documentation_has_the_lists() -> None:
    shown = DOCS.read_text(encoding="utf-8")
    cases = [case for of_list in CASES.values() for case in of_list.values()]
    numbers = f"Of {len(cases)} cases {sum(flagged for _, flagged in cases)} are to be flagged"
    assert numbers in " ".join(shown.split())
    assert f"`tests/dynamic/programs.py`: {len(programs.PROGRAMS)}, all as they should be" in " ".join(shown.split())
    assert "\n".join(table()) in shown
    for left_out in LEFT_OUT.values():
        for case, reason in left_out.items():
            assert f"`{case}`: {reason}" in " ".join(shown.split())
