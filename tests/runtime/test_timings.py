"""Timers (CUP501), elapsed times (CUP502), captures (CUP503) and graphs (CUP504): proven by what a run shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding, Location
from cupylint.runtime_checks.backends import Backend
from cupylint.runtime_checks.endings import compared, judged
from cupylint.runtime_checks.jobs import Job, Pair, Seen, Site
from cupylint.runtime_checks.results import Result, Verdict
from cupylint.runtime_checks.scene import Run
from cupylint.runtime_checks.session import Session
from tests.verifying import verify_program

HEAD = """\
import time
import cupy as cp
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(64, dtype=cp.float32)
cp.cuda.Device().synchronize()
"""
TIMED = HEAD + "t0 = time.perf_counter()\nwith s1:\n    y = x + 1\nprint(y, time.perf_counter() - t0)\n"
WAITED = HEAD + "t0 = time.perf_counter()\nwith s1:\n    y = x + 1\ns1.synchronize()\nprint(time.perf_counter() - t0)\n"
WITH = """\
class Clock:
    def __enter__(self):
        self.begin = time.monotonic()
    def __exit__(self, *error):
        {wait}
        self.seconds = time.monotonic() - self.begin
clock = Clock()
with clock:
    y = x + 1
print(clock.seconds)
"""


def found(path: Path) -> list[Finding]:
    """What the linter reports in a program."""
    every = check_bytes(path.read_bytes(), str(path), Settings())
    return [finding for finding in every if finding.code.startswith("CUP5")]


def verified(path: Path, backend: Backend) -> list[Result]:
    """The verdicts on what the linter reports in a program."""
    return verify_program(str(path), found(path), backend)


def test_a_clock_that_does_not_wait_is_confirmed_and_the_fix_holds(
    either: Backend, script: Callable[[str], Path]
) -> None:
    [result] = verified(script(TIMED), either)
    assert (result.code, result.verdict, result.row) == ("CUP501", Verdict.CONFIRMED, 10), result.evidence
    assert result.evidence.startswith("the clock was read in line 10")
    assert result.evidence.endswith("with the fix they are ordered")
    assert result.streams == ("s1", "host")


def test_a_clock_that_waits_is_not(either: Backend, script: Callable[[str], Path]) -> None:
    [finding] = found(script(TIMED))
    column = WAITED.splitlines()[10].index("time") + 1
    place = Location(11, column, 11, column + len("time.perf_counter()"))
    path = script(WAITED)
    [result] = verify_program(
        str(path),
        [
            replace(
                finding, location=place, accesses=(finding.accesses[0], replace(finding.accesses[1], location=place))
            )
        ],
        either,
    )
    assert result.verdict is Verdict.ORDERED, result.evidence


def test_a_context_manager(either: Backend, script: Callable[[str], Path]) -> None:
    [result] = verified(script(HEAD + WITH.format(wait="pass")), either)
    assert result.verdict is Verdict.CONFIRMED, result.evidence
    assert verified(script(HEAD + WITH.format(wait="cp.cuda.Device().synchronize()")), either) == []


def test_a_timer_of_another_file(simulator: Backend, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "timers.py").write_text("import time\n" + WITH.partition("clock =")[0].format(wait="pass"))
    path = tmp_path / "main.py"
    path.write_text("from timers import Clock\n" + HEAD + "clock" + WITH.partition("clock")[2])
    [result] = verified(path, simulator)
    assert result.verdict is Verdict.CONFIRMED, result.evidence
    assert (Path(result.filename).name, result.row) == ("timers.py", 7)


ENDS = {
    "an elapsed time too early": (
        "CUP502",
        "first, last = cp.cuda.Event(), cp.cuda.Event()\nfirst.record()\ny = x + 1\nlast.record()\n"
        "print(cp.cuda.get_elapsed_time(first, last))\n",
    ),
    "a wait in a capture": (
        "CUP503",
        "with s1:\n    s1.begin_capture()\n    y = x + 1\n    s1.synchronize()\n    g = s1.end_capture()\n",
    ),
    "a question in a capture": (
        "CUP503",
        "with s1:\n    s1.begin_capture()\n    y = x + 1\n    print(s1.done)\n    g = s1.end_capture()\n",
    ),
    "memory of a graph": (
        "CUP504",
        "a, b = cp.ones(64), cp.zeros(64)\ncp.cuda.Device().synchronize()\nwith s1:\n    s1.begin_capture()\n"
        "    cp.add(a, 1, out=b)\n    g = s1.end_capture()\ndel a\nc = cp.full(64, 7.0)\n"
        "cp.cuda.Device().synchronize()\ng.launch(s1)\ns1.synchronize()\nprint(b[0], c[0])\n",
    ),
}


@pytest.mark.parametrize("name", ENDS)
def test_what_the_end_of_a_run_shows(name: str, simulator: Backend, script: Callable[[str], Path]) -> None:
    code, body = ENDS[name]
    [result] = verified(script(HEAD + body), simulator)
    assert (result.code, result.verdict) == (code, Verdict.CONFIRMED), result.evidence


def test_a_graph_whose_memory_is_its_own_is_not_confirmed(simulator: Backend, script: Callable[[str], Path]) -> None:
    body = ENDS["memory of a graph"][1]
    [finding] = found(script(HEAD + body))
    path = script(HEAD + body.replace("del a\n", "pass\n"))
    [result] = verify_program(str(path), [finding], simulator)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "the same with no block of memory used twice" in result.evidence


def test_an_error_elsewhere_says_nothing(script: Callable[[str], Path]) -> None:
    [finding] = found(script(HEAD + ENDS["an elapsed time too early"][1]))
    seen = Seen(0, Verdict.FAILED.name, "CUDARuntimeError: cudaErrorNotReady: device not ready (line 3)")
    assert judged(finding, seen).verdict == Verdict.FAILED.name
    seen = Seen(0, Verdict.ENDS.name, "it ended")
    assert judged(finding, seen).verdict == Verdict.INCONCLUSIVE.name


def test_values_of_two_runs() -> None:
    seen = Seen(0, Verdict.ENDS.name, "it ended")
    other = compared(seen, {"a": 1.0, "what it prints": b"1"}, {"a": 2.0, "what it prints": b"1", "b": 3})
    assert (other.verdict, other.harm) == (Verdict.CONFIRMED.name, "a: 1.0 instead of 2.0")
    printed = compared(seen, {"what it prints": b"x\n1 2\n"}, {"what it prints": b"x\n1 3\n"})
    assert printed.harm == "what it prints: 1 2 instead of 1 3"
    assert compared(seen, {"a": 1.0}, {"a": 1.0}).verdict == Verdict.ENDS.name


def test_without_reuse_every_block_is_new(simulator: Backend, script: Callable[[str], Path]) -> None:
    path = script(HEAD + "a = cp.ones(9)\np = a.data.ptr\ndel a\nb = cp.ones(9)\nprint(p == b.data.ptr)\n")
    outcome = simulator.run(Job(str(path), (), reuse=True))
    assert outcome.seen[0].harm == "what it prints: True instead of False"


@pytest.mark.parametrize(("clock", "verdict"), [(False, "CONFIRMED"), (True, "INCONCLUSIVE")])
def test_other_times_say_nothing_of_a_clock(clock: bool, verdict: str, tmp_path: Path) -> None:
    """A run with a gate takes longer: what a program prints of that is no wrong result."""
    place = Location(1, 1, 1, 2)
    pair = Pair(Site("program.py", place), Site("program.py", place, host=True, clock=clock))
    device = SimpleNamespace(forget_plans=lambda: None)
    session = Session(device, Job(str(tmp_path / "program.py"), (pair,)), print)
    session._finals = {"seconds": 1}
    seen = session._by_results(Seen(0, "INCONCLUSIVE", ""), pair, Run(names={"seconds": 2}), staged=False)
    assert seen.verdict == verdict
