"""Captures and graphs in the simulator, as CUDA has them."""

from __future__ import annotations

import pytest

from cupylint.runtime_checks.simulator import Options, run

HEAD = """\
import cupy as cp
x, y, z = cp.ones(8), cp.zeros(8), cp.zeros(8)
s = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
b = cp.cuda.Stream()
cp.cuda.Device().synchronize()
"""
ERRORS = {
    "s.begin_capture(); s.synchronize()": "cudaErrorStreamCaptureUnsupported",
    "s.begin_capture(); cp.cuda.Device().synchronize()": "cudaErrorStreamCaptureUnsupported",
    "s.begin_capture(); s.record().synchronize()": "cudaErrorStreamCaptureUnsupported",
    "s.begin_capture(); s.done; s.end_capture()": "cudaErrorStreamCaptureInvalidated",
    "s.begin_capture(); s2.end_capture()": "cudaErrorIllegalState",
    "s.end_capture()": "cudaErrorIllegalState",
    "s.begin_capture(); s2.wait_event(s.record()); s.end_capture()": "cudaErrorStreamCaptureUnjoined",
    "s.begin_capture(); s.wait_event(s2.record())": "cudaErrorStreamCaptureIsolation",
    "cp.cuda.Stream.null.begin_capture()": "RuntimeError: cannot capture",
    "b.begin_capture(); z = x + 1": "cudaErrorStreamCaptureImplicit",
    "s.begin_capture(); s.use(); z = x.get()": "RuntimeError: the current stream is capturing",
    "s.begin_capture(); s.use(); z = x[x > 0]": "cudaErrorStreamCaptureUnsupported",
}


@pytest.mark.parametrize("body", ERRORS)
def test_what_is_not_allowed(body: str) -> None:
    report = run("capture.py", source=HEAD + body + "\n")
    assert ERRORS[body] in report.error, report.error
    assert report.row == 7


def test_captured_work_runs_at_each_launch_only() -> None:
    body = """\
with s:
    s.begin_capture()
    assert s.is_capturing() and not s2.is_capturing()
    cp.add(y, x, out=y)
    g = s.end_capture()
    assert not s.is_capturing()
before = y.get()
g.upload()
for _ in range(3):
    g.launch(s)
s.synchronize()
print(before[0], y.get()[0])
"""
    report = run("capture.py", source=HEAD + body)
    assert (report.error, report.stdout, report.races) == ("", "0.0 3.0\n", [])


def test_a_launch_races_like_the_work_in_it() -> None:
    body = "with s:\n    s.begin_capture()\n    cp.add(y, x, out=y)\n    g = s.end_capture()\ng.launch(s)\n"
    report = run("capture.py", source=HEAD + body + "with s2:\n    z = y + 1\n")
    [race] = report.races
    assert (race.earlier.row, race.later.row) == (11, 13)


def test_forked_work_that_is_joined_is_part_of_the_graph() -> None:
    body = """\
with s:
    s.begin_capture()
    cp.add(x, 1, out=y)
    s2.wait_event(s.record())
    with s2:
        cp.add(y, 1, out=z)
    s.wait_event(s2.record())
    g = s.end_capture()
g.launch(s)
s.synchronize()
print(z.get()[0])
"""
    assert run("capture.py", source=HEAD + body).stdout == "3.0\n"


def test_a_graph_keeps_no_memory_alive() -> None:
    body = """\
with s:
    s.begin_capture()
    cp.multiply(x, 2, out=y)
    g = s.end_capture()
del x
other = cp.full(8, 500.0)
cp.cuda.Device().synchronize()
g.launch(s)
s.synchronize()
print(y.get()[0])
"""
    assert run("capture.py", source=HEAD + body).stdout == "1000.0\n"
    assert run("capture.py", options=Options(reuse=False), source=HEAD + body).stdout == "2.0\n"
