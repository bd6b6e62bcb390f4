"""What wraps CuPy on a device sees the races that are marked; see `wrapped`."""

from __future__ import annotations

from typing import Any

import pytest

from cupylint.runtime_checks.simulator import Options
from tests.dynamic import published
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


@pytest.mark.parametrize("given_back", [True, False])
def test_what_a_driver_refuses_is_a_use_if_the_memory_was_given_back(given_back: bool) -> None:
    """A copy from memory that `freeAsync` gave back on another stream: measured, the driver says "invalid argument"."""

    def refusing(cupy: Any) -> None:
        def refuse(*arguments: Any) -> None:
            raise RuntimeError("cudaErrorInvalidValue: invalid argument")

        cupy.cuda.runtime.memcpyAsync = refuse

    text = published.text_of("used after it is given back")
    if not given_back:
        text = text.replace("cp.cuda.runtime.freeAsync(p, a.ptr)", "cp.cuda.runtime.memsetAsync(p, 0, 512, a.ptr)")
    report, analysis = traced("program.py", text, Options(schedules="none"), refusing)
    assert "invalid argument" in report.error
    marked = {row for row, line in enumerate(text.splitlines(), 1) if "# race" in line}
    seen = {observed.later.stack[0].row for observed in analysis.observed.values()}
    assert seen == (marked if given_back else set())
