"""Fixes: each one that is offered removes its finding and makes no other."""

from __future__ import annotations

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding
from cupylint.options import ModelOptions
from cupylint.runtime_checks.cases import Case, cases
from tests.programs import after_head, lint

pytestmark = pytest.mark.slow

BAD = [case for case in cases() if case.bad and not case.later and dict(case.fields).get("needs") != "graph"]


def findings(text: str, case: Case) -> list[Finding]:
    model = ModelOptions(per_thread_default_stream=case.per_thread)
    return check_bytes(text.encode(), case.path.name, Settings(model=model))


def keys(found: list[Finding]) -> set[tuple[str, int, int]]:
    return {(finding.code, finding.location.row, finding.location.column) for finding in found}


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.name)
def test_a_fix_removes_its_finding(case: Case) -> None:
    found = findings(case.text, case)
    for finding in found:
        if finding.fix is None:
            continue
        assert finding.fix.verified
        changed = finding.fix.applied(case.text)
        compile(changed, case.path.name, "exec")
        moved = {(code, row + (row >= finding.fix.before_row), column) for code, row, column in keys(found)}
        where = finding.location.row + (finding.location.row >= finding.fix.before_row)
        assert keys(findings(changed, case)) <= moved - {(finding.code, where, finding.location.column)}


def test_nearly_every_race_has_a_fix() -> None:
    races = [finding for case in BAD for finding in findings(case.text, case) if finding.lanes is not None]
    assert sum(finding.fix is not None for finding in races) >= 0.9 * len(races)


OFFERED = [
    ("with s1:\n    a = x * 2\nwith s2:\n    b = a + 1\n", "s2.wait_event(s1.record())", 11),
    ("with s1:\n    a = x * 2\nb = a + 1\n", "s1.synchronize()", 11),
    ("with s1:\n    a = x * 2\nwith s2:\n    c = y + 1\n    b = a + 1\n", "s2.wait_event(s1.record())", 11),
    ("t = [s1, s2]\ndel s1\nwith t[0]:\n    a = x * 2\nwith s2:\n    b = a + 1\n", "s2.wait_event(t[0].record())", 13),
    ("a = x * 2\nwith s2:\n    b = a + 1\n", "s2.wait_event(cp.cuda.Stream.null.record())", 10),
]


@pytest.mark.parametrize(("body", "code", "row"), OFFERED)
def test_the_smallest_fix(body: str, code: str, row: int) -> None:
    (finding,) = lint(after_head(body))
    assert finding.fix is not None
    assert (finding.fix.code, finding.fix.before_row, finding.fix.verified) == (code, row, True)


def test_a_stream_without_a_name() -> None:
    (finding,) = lint(after_head("with cp.cuda.Stream(non_blocking=True):\n    a = x * 2\nb = a + 1\n"))
    assert finding.fix is not None and finding.fix.code == "cp.cuda.Device().synchronize()"
