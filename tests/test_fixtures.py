"""Every program of ``fixtures/``: the findings are exactly those that its comments announce."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding
from cupylint.options import ModelOptions
from cupylint.runtime_checks.cases import FOLDER, PEAK, Case, cases

SCENARIOS = (*range(1, 80), *range(199, 208), *range(209, 213))
"""The numbered ways to get the order of device work wrong, and to run out of its memory; each has a program.

The one between takes more pinned memory of the host than it needs: nothing that a device runs out of.
"""

ALL = cases()


def _checked(case: Case) -> bool:
    """Whether the rule that the program is about exists."""
    return not case.later


CHECKED = [case for case in ALL if _checked(case)]
BAD = [case for case in CHECKED if case.bad]
GOOD = [case for case in CHECKED if not case.bad]


def findings(case: Case, model: ModelOptions) -> list[Finding]:
    return check_bytes(case.path.read_bytes(), case.path.name, Settings(model=model, extend_select=(case.code,)))


def name(case: Case) -> str:
    return str(case.name)


@pytest.mark.parametrize("case", BAD, ids=name)
def test_each_racy_access_is_found_and_nothing_else(case: Case) -> None:
    found = {(finding.location.row, finding.code) for finding in findings(case, case.model)}
    assert found == {(expect.row, expect.code) for expect in case.expects}


@pytest.mark.parametrize("case", BAD, ids=name)
def test_one_finding_for_a_missing_wait_names_the_other_lines(case: Case) -> None:
    found = findings(case, replace(case.model, every_access=False))
    expected = {expect.row for expect in case.expects}
    reported = {finding.location.row for finding in found}
    named = reported | {related.location.row for finding in found for related in finding.related}
    assert reported <= expected <= named


@pytest.mark.parametrize("case", GOOD, ids=name)
def test_the_corrected_twin_is_clean(case: Case) -> None:
    assert findings(case, case.model) == []


@pytest.mark.parametrize("case", ALL, ids=name)
def test_the_program_is_well_formed(case: Case) -> None:
    assert case.code == PEAK or case.twin_path.is_file(), "each program with a mistake has its twin"
    assert bool(case.expects) is case.bad, "bad programs, and only those, announce findings"
    assert not case.bad or case.code in {expect.code for expect in case.expects}, "the folder names the rule"
    compile(case.text, case.path.name, "exec")


def test_every_python_file_is_a_program() -> None:
    files = {path for path in FOLDER.glob("*/*.py") if path.name != "__init__.py"}
    assert files == {case.path for case in ALL}


def test_every_scenario_has_a_program() -> None:
    shown = {int(number) for case in ALL for number in re.findall(r"\d+", case.scenario)}
    assert [number for number in SCENARIOS if number not in shown] == []
