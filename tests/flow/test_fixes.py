"""Fixes: each one that is offered removes its finding and makes no other."""

from __future__ import annotations

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding
from cupylint.options import ModelOptions
from cupylint.runtime_checks.cases import Case
from tests.bundled import CASES
from tests.programs import after_head, lint

pytestmark = pytest.mark.slow

BAD = [case for case in CASES if case.bad and not case.later and dict(case.fields).get("needs") != "graph"]


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


STREAMS = """\
import cupy as cp
a, b, c = (cp.cuda.Stream(non_blocking=True) for _ in range(3))
lanes = [cp.cuda.Stream(non_blocking=True) for _ in range(6)]
x, y = cp.zeros(64), cp.zeros(64)
parts = [cp.zeros(64) for _ in range(6)]
cp.cuda.Device().synchronize()
"""
SMALLER = [
    (
        "with a:\n    z = x + 1\nwith b:\n    y += x\nwith c:\n    x.fill(0)\n",
        "c.wait_event(b.record())\nc.wait_event(a.record())",
        11,
    ),
    ("with a:\n    x += 1\nfor i in range(9):\n    with b:\n        y += x\n", "b.wait_event(a.record())", 9),
    (
        "for i in range(6):\n    with lanes[i]:\n        parts[i] += 1\n"
        "with a:\n    for part in parts:\n        y += part\n",
        "for stream in lanes:\n    a.wait_event(stream.record())",
        11,
    ),
    ("def work(lane):\n    with lane:\n        x[...] += 1\nwork(a)\nwork(b)\n", "b.wait_event(a.record())", 8),
    (
        "class Stage:\n    def __init__(self, stream):\n        self.stream = stream\n"
        "    def fill(self, out):\n        with self.stream:\n            out.fill(0)\n"
        "one, other = cp.cuda.Stream(), cp.cuda.Stream()\nboth = [one, other]\nstage = Stage(one)\n"
        "with other:\n    y += x\nstage.fill(x)\n",
        "one.wait_event(other.record())",
        18,
    ),
    (
        "for s in lanes[:2]:\n    s.synchronize()\nwith lanes[1]:\n    x += 1\nwith a:\n    y += x\n",
        "a.wait_event(lanes[1].record())",
        11,
    ),
    (
        "def work(lane):\n    with lane:\n        z = x + 1\nx += 1\nwork(b)\nwork(c)\n",
        "lane.wait_event(cp.cuda.Stream.null.record())",
        8,
    ),
    (
        "for i in range(3):\n    with a:\n        z = x * i\n    with b:\n        y += z\n",
        "b.wait_event(a.record())\na.wait_event(b.record())",
        10,
    ),
    (
        "z = x + 1\ncp.cuda.Device().synchronize()\nwith a:\n    y += z\nwith b:\n    parts[0] += z\n"
        "del z\nw = x * 2\n",
        "b.synchronize()\na.synchronize()",
        14,
    ),
]
SMALLER_NAMES = [
    "of two streams",
    "before a loop",
    "of a list",
    "in a function that is called twice",
    "where a method stands before the streams that it would have to name",
    "whose shortest name need not have a value",
    "of which each is the one that the function is given",
    "that gives back what the other still reads",
    "of two that still read what is given back",
]


@pytest.mark.parametrize(("body", "code", "row"), SMALLER, ids=SMALLER_NAMES)
def test_an_event_rather_than_a_wait_for_the_device(body: str, code: str, row: int) -> None:
    (finding, *_) = lint(STREAMS + body)
    assert finding.fix is not None and (finding.fix.code, finding.fix.before_row) == (code, row)
    assert lint(finding.fix.applied(STREAMS + body)) == []


def test_what_a_thread_does_is_not_waited_for_before_the_loop_that_takes_its_results() -> None:
    (case,) = (case for case in BAD if case.name == "CUP101/bad_whole_as_completed")
    (finding,) = findings(case.text, case)
    row = next(
        number for number, line in enumerate(case.text.splitlines(), 1) if "as_completed(" in line and "for " in line
    )
    assert finding.fix is not None and finding.fix.before_row > row
