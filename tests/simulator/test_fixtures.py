"""Every program of ``fixtures/``: the simulator finds exactly the races that its comments announce."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cupylint.fixtures
from cupylint.runtime_checks.simulator import Options, run

pytestmark = pytest.mark.slow

FOLDER = Path(cupylint.fixtures.__path__[0])
RACES = {"CUP101", "CUP102", "CUP103", "CUP104", "CUP111", "CUP112", "CUP115", "CUP201", "CUP202", "CUP203", "CUP204"}
"""Rules that report the later of two unordered accesses."""

HUGE = {"CUP401", "CUP402", "CUP403", "CUP404"}
INTERRUPTS = {"CUP310"}
"""Rules whose programs press Ctrl-C in their own process: ``--verify`` runs them in a child."""

UNSEEN = {
    "CUP201/bad_b4_callback_result_list": "the racing memory is a Python list",
}
"""Programs whose race the simulator cannot see, and why."""

ALSO = {
    "CUP304/bad_plain_flag": {51},
}
"""Races beside what is announced: the host writes the flag while the kernel may read it, whatever it makes of it."""

FILES = sorted(path for path in FOLDER.glob("CUP*/*.py") if path.parent.name not in HUGE | INTERRUPTS)


def _options(text: str) -> Options:
    devices = re.search(r"^devices: (\d+)", text, re.M)
    return Options(
        per_thread_default_stream="options: per-thread-default-stream" in text,
        devices=int(devices[1]) if devices else 1,
        schedules="none",
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_races_are_the_announced_ones(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    expected = {
        row
        for row, line in enumerate(text.splitlines(), 1)
        if "# expect:" in line and RACES & set(re.findall(r"CUP\d+", line.split("# expect:")[1]))
    }
    report = run(path, options=_options(text))
    if report.not_supported or "No module named" in report.error:
        pytest.skip(report.not_supported or report.error)
    if f"{path.parent.name}/{path.stem}" in UNSEEN:
        pytest.skip(UNSEEN[f"{path.parent.name}/{path.stem}"])
    assert {race.later.row for race in report.races} == expected | ALSO.get(f"{path.parent.name}/{path.stem}", set())
    assert report.hangs == (re.search(r"^verdict: HANGS$", text, re.M) is not None)
