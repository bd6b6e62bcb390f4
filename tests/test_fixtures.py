"""Every program of ``fixtures/``: the findings are exactly those that its comments announce."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding
from cupylint.options import ModelOptions
from cupylint.runtime_checks.cases import FOLDER, PEAK, Case
from tests.bundled import CASES

SCENARIOS = (*range(1, 80), *range(199, 208), *range(209, 213))
"""The numbered ways to get the order of device work wrong, and to run out of its memory; each has a program.

The one between takes more pinned memory of the host than it needs: nothing that a device runs out of.
"""

CHECKED = [case for case in CASES if not case.later]
"""The programs whose rule exists."""


def findings(case: Case, model: ModelOptions) -> list[Finding]:
    """What is found; fixes are tried in `tests/flow/test_fixes.py`."""
    settings = Settings(model=model, extend_select=(case.code,), output_format="concise")
    return check_bytes(case.path.read_bytes(), case.path.name, settings)


@pytest.mark.parametrize("case", [case for case in CHECKED if case.bad], ids=lambda case: case.name)
def test_each_racy_access_is_found_and_one_finding_for_each_missing_wait_names_them(case: Case) -> None:
    each = {(finding.location.row, finding.code) for finding in findings(case, case.model)}
    assert each == {(expect.row, expect.code) for expect in case.expects}
    told = findings(case, replace(case.model, every_access=False))
    expected = {expect.row for expect in case.expects}
    reported = {finding.location.row for finding in told}
    named = reported | {related.location.row for finding in told for related in finding.related}
    assert reported <= expected <= named


@pytest.mark.parametrize("case", [case for case in CHECKED if not case.bad], ids=lambda case: case.name)
def test_the_corrected_twin_is_clean(case: Case) -> None:
    assert findings(case, case.model) == []


def _mistakes(case: Case) -> Iterator[str]:
    if case.code != PEAK and not case.twin_path.is_file():
        yield "each program with a mistake has its twin"
    if bool(case.expects) is not case.bad:
        yield "bad programs, and only those, announce findings"
    if case.bad and case.code not in {expect.code for expect in case.expects}:
        yield "the folder names the rule"
    compile(case.text, str(case.path), "exec")


def test_the_programs_are_well_formed() -> None:
    assert [f"{case.name}: {mistake}" for case in CASES for mistake in _mistakes(case)] == []


def test_every_python_file_is_a_program() -> None:
    files = {path for path in FOLDER.glob("*/*.py") if path.name != "__init__.py"}
    assert files == {case.path for case in CASES}


def test_every_scenario_has_a_program() -> None:
    shown = {int(number) for case in CASES for number in re.findall(r"\d+", case.scenario)}
    assert [number for number in SCENARIOS if number not in shown] == []
