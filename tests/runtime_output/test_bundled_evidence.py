"""``fixtures/EVIDENCE.md`` is in step with the bundled programs."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from cupylint.runtime_checks import evidence
from cupylint.runtime_checks.bundled import RACES
from cupylint.runtime_checks.cases import FOLDER, PEAK, Case
from cupylint.runtime_checks.jobs import Seen
from cupylint.runtime_checks.linting import peak_of_case
from cupylint.runtime_checks.origins import Origins, stale
from cupylint.runtime_checks.peaks import is_near, judged
from cupylint.runtime_checks.results import Verdict
from tests.bundled import CASES

PAGE, DATA = FOLDER / "EVIDENCE.md", FOLDER / "EVIDENCE.json"
RENEW = "run cupylint --verify --backend simulator --evidence fixtures/EVIDENCE.md"


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return found


def rows(case: Case) -> set[tuple[str, int]]:
    """(code, row) of the marked races of a bad program."""
    return {(expect.code, expect.row) for expect in case.expects if expect.code in RACES}


def test_the_page_is_made_of_the_data(data: dict[str, Any]) -> None:
    assert PAGE.read_text(encoding="utf-8") == evidence.markdown(data), RENEW


def test_every_program_appears_and_none_is_stale(data: dict[str, Any]) -> None:
    assert {case["case"] for case in data["cases"].values()} == {case.name for case in CASES}, RENEW


def test_no_program_has_changed_since_it_was_judged(data: dict[str, Any]) -> None:
    """Where the evidence keeps a hash of the program; a harness that has changed is only shown."""
    now, changed = Origins(), "the program has changed"
    assert not [
        f"{case['case']} {backend}"
        for case in data["cases"].values()
        for backend in evidence.BACKENDS
        if backend in case and stale(case[backend], now.program(case["case"]), "") == changed
    ], RENEW


def test_every_program_was_run_in_the_simulator(data: dict[str, Any]) -> None:
    """The device's column may be empty until somebody who has one has run the program."""
    assert evidence.awaited(data["cases"].values(), "simulator") == [], RENEW


def test_most_programs_were_run_on_a_device(data: dict[str, Any]) -> None:
    assert len(evidence.awaited(data["cases"].values(), "cuda")) < 0.05 * len(CASES)


@pytest.mark.parametrize("backend", evidence.BACKENDS)
def test_every_marked_line_has_a_verdict_of(data: dict[str, Any], backend: str) -> None:
    without = evidence.awaited(data["cases"].values(), "cuda") if backend == "cuda" else []
    for case in CASES:
        if case.name in without:
            continue
        judged = {
            (one["code"], one["row"])
            for one in data["cases"].values()
            if one["case"] == case.name and backend in one and one["code"] in RACES
        }
        if case.bad and rows(case):
            assert judged == rows(case), f"{case.name}: {RENEW}"


def test_no_expectation_is_missed(data: dict[str, Any]) -> None:
    missed = [
        f"{case['case']}:{case['row']} {backend}"
        for case in data["cases"].values()
        for backend in evidence.BACKENDS
        if backend in case and not case[backend]["as_expected"] and not case[backend]["skipped"]
    ]
    assert not missed


def test_simulator_and_device_agree(data: dict[str, Any]) -> None:
    assert not [f"{case['case']}:{case['row']}" for case in data["cases"].values() if evidence._disagree(case)]


def test_peaks_are_judged_by_what_is_predicted_now(data: dict[str, Any]) -> None:
    """What was measured stays; what the linter says of it may have changed since."""
    programs = {case.name: case for case in CASES}
    for case in data["cases"].values():
        if case["code"] == PEAK and (measured := case.get("cuda", {}).get("peak")):
            seen = judged(peak_of_case(programs[case["case"]]), Seen(0, Verdict.ENDS.name, "", peak=measured))
            assert (seen.evidence, Verdict[seen.verdict].value) == (case["cuda"]["evidence"], case["cuda"]["verdict"])


def test_most_peaks_are_predicted(data: dict[str, Any]) -> None:
    measured = [case["cuda"]["evidence"] for case in data["cases"].values() if case["code"] == PEAK and "cuda" in case]
    assert len(measured) >= 60
    assert sum(map(is_near, measured)) >= 0.9 * len(measured)


def test_one_row_for_both_backends(data: dict[str, Any]) -> None:
    without = evidence.awaited(data["cases"].values(), "cuda")
    assert not [
        key
        for key, case in data["cases"].items()
        if not all(name in case for name in evidence.BACKENDS) and case["case"] not in without
    ]


def test_what_the_simulator_does_not_support_is_named_in_the_documentation(data: dict[str, Any]) -> None:
    text = (FOLDER.parent / "docs" / "verify.md").read_text(encoding="utf-8")
    table = text.partition("NOT SUPPORTED in the simulator, ")[2].partition("## ")[0]
    rows = [case for case in data["cases"].values() if "simulator" in case]
    lacking = [case["case"] for case in rows if case["simulator"]["verdict"] == Verdict.NOT_SUPPORTED.value]
    unnamed = [name for name in lacking if f"`{re.sub('^(bad|good)_', '', name.partition('/')[2])}`" not in table]
    assert not unnamed
    assert table.startswith(f"{len(lacking)} of {len(rows)} verdicts"), (len(lacking), len(rows))
