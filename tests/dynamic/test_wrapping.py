"""What wraps CuPy on a device sees the races that are marked; see `wrapped`."""

from __future__ import annotations

import pytest

from cupylint.runtime_checks.simulator import Options
from tests.dynamic.programs import PRELUDE, PROGRAMS
from tests.dynamic.wrapped import traced


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_wrapped_calls_show_the_same(name: str) -> None:
    text = PRELUDE + PROGRAMS[name]
    report, analysis = traced("program.py", text, Options(schedules="none"))
    assert not report.error and not report.not_supported
    marked = {row for row, line in enumerate(text.splitlines(), 1) if "# race" in line}
    seen = {observed.later.stack[0].row for observed in analysis.observed.values()}
    assert seen == marked
