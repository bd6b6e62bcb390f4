"""Every program of ``fixtures/`` that is about races shows when it runs exactly those that its comments announce.

The others are run by `tests.benchmarks.recall`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cupylint.runtime_checks.dynamic.simulated import trace
from tests.dynamic.wrapped import traced
from tests.simulator.test_fixtures import FILES, FOLDER, RACES, UNSEEN, _options

pytestmark = pytest.mark.slow

POLLING = sorted(path for path in FOLDER.glob("CUP30[36]/*.py"))
"""Programs whose kernels poll a flag that is changed meanwhile: on purpose, and so no race."""

NOT_WRAPPED = {
    "CUP102/bad_b5_shared_generator": "the stand-in's generator does not say where its state is",
    "CUP112/bad_b5_fft_plan_cache": "the stand-in makes no plans",
    "CUP112/bad_b5_fft_plan_per_stream": "the stand-in makes no plans",
}
"""Programs whose races the wrapped calls do not show, and why."""


ALSO = {
    "CUP104/bad_b5_unowned_memory": {24},
}
"""Races beside those that are announced: the memory is given back while it is read, and handed out again then."""


def marked(text: str) -> set[int]:
    """The lines that are announced as the later access of a race."""
    rows = enumerate(text.splitlines(), 1)
    return {row for row, line in rows if any(code in line.partition("# expect:")[2] for code in RACES)}


ABOUT_RACES = [path for path in FILES if path.parent.name in RACES or marked(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("path", [*ABOUT_RACES, *POLLING], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_races_are_the_announced_ones(path: Path) -> None:
    name, text = f"{path.parent.name}/{path.stem}", path.read_text(encoding="utf-8")
    report, analysis = trace(str(path), _options(text), text)
    if report.not_supported or "No module named" in report.error or name in UNSEEN:
        pytest.skip(report.not_supported or report.error or UNSEEN[name])
    assert {observed.later.stack[0].row for observed in analysis.observed.values()} == marked(text) | ALSO.get(
        name, set()
    )


@pytest.mark.parametrize("path", ABOUT_RACES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_wrapped_calls_show_no_other_ones(path: Path) -> None:
    name, text = f"{path.parent.name}/{path.stem}", path.read_text(encoding="utf-8")
    report, analysis = traced(str(path), text, _options(text))
    if report.not_supported or "No module named" in report.error or name in UNSEEN:
        pytest.skip(report.not_supported or report.error or UNSEEN[name])
    seen = {observed.later.stack[0].row for observed in analysis.observed.values()}
    wanted = marked(text) | ALSO.get(name, set())
    assert seen <= wanted
    if name not in NOT_WRAPPED:
        assert seen == wanted
