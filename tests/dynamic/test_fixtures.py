"""Every program of ``fixtures/`` shows when it runs exactly the races that its comments announce."""

from __future__ import annotations

from pathlib import Path

import pytest

from cupylint.runtime_checks.dynamic.simulated import trace
from tests.dynamic.wrapped import traced
from tests.simulator.test_fixtures import FILES, FOLDER, RACES, UNSEEN, _options

pytestmark = pytest.mark.slow

POLLING = sorted(path for path in FOLDER.glob("CUP30[36]/*.py"))
"""Programs whose kernels poll a flag that is changed meanwhile: on purpose, and so no race."""

COMPILED = "the methods of MemoryPointer are compiled"
NOT_WRAPPED: dict[str, str] = {}
"""Programs whose races the wrapped calls do not show, and why."""


def marked(text: str) -> set[int]:
    """The lines that are announced as the later access of a race."""
    rows = enumerate(text.splitlines(), 1)
    return {row for row, line in rows if any(code in line.partition("# expect:")[2] for code in RACES)}


@pytest.mark.parametrize("path", [*FILES, *POLLING], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_races_are_the_announced_ones(path: Path) -> None:
    name, text = f"{path.parent.name}/{path.stem}", path.read_text(encoding="utf-8")
    report, analysis = trace(str(path), _options(text), text)
    if report.not_supported or "No module named" in report.error or name in UNSEEN:
        pytest.skip(report.not_supported or report.error or UNSEEN[name])
    assert {observed.later.stack[0].row for observed in analysis.observed.values()} == marked(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_wrapped_calls_show_no_other_ones(path: Path) -> None:
    name, text = f"{path.parent.name}/{path.stem}", path.read_text(encoding="utf-8")
    report, analysis = traced(str(path), text, _options(text))
    if report.not_supported or "No module named" in report.error or name in UNSEEN:
        pytest.skip(report.not_supported or report.error or UNSEEN[name])
    seen = {observed.later.stack[0].row for observed in analysis.observed.values()}
    assert seen <= marked(text)
    if name not in NOT_WRAPPED:
        assert seen == marked(text)
