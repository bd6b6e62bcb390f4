"""Each small program shows exactly the races that are marked in it."""

from __future__ import annotations

import pytest

from cupylint.runtime_checks.dynamic.simulated import trace
from cupylint.runtime_checks.simulator import Options
from tests.dynamic.programs import PRELUDE, PROGRAMS

OPTIONS = Options(schedules="none")


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_observed(name: str) -> None:
    text = PRELUDE + PROGRAMS[name]
    report, analysis = trace("program.py", OPTIONS, text)
    assert not report.error and not report.not_supported
    marked = {row for row, line in enumerate(text.splitlines(), 1) if "# race" in line}
    assert {observed.later.stack[0].row for observed in analysis.observed.values()} == marked
    assert bool(analysis.summary.unordered) == bool(marked)


def test_a_stream_of_the_program_before_is_none_of_this_one() -> None:
    """It is collected late; another stream has its handle by then."""
    _, first = trace("first.py", OPTIONS, PRELUDE + "a.kept = a\n")
    text = "import gc\nwith a: x += 1\ngc.collect()\nb.wait_event(a.record())\nwith b: y = x * 2\n"
    report, second = trace("second.py", OPTIONS, PRELUDE + text)
    assert not report.error and not first.observed and not second.observed
