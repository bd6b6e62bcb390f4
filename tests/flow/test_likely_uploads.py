"""``asarray(x)`` of something unknown: an upload on the current stream, if `x` is an array of the host."""

from __future__ import annotations

import pytest

from cupylint.findings import Finding
from tests.programs import lint

_USED = """\
import cupy as cp
def apply(x, taps):
    d = {made}
    side = cp.cuda.Stream({kind})
    {wait}
    with side:
        y = d * 2
    side.synchronize()
    return y
"""


def _used(
    made: str = "cp.asarray(x)", wait: str = "pass", kind: str = "non_blocking=True", maybe: bool = False
) -> list[Finding]:
    return lint(_USED.format(made=made, wait=wait, kind=kind), maybe=maybe)


@pytest.mark.parametrize("made", ["cp.asarray(x)", "cp.asanyarray(x)", "cp.asarray(x[0])", "cp.asarray(x.data)"])
def test_it_is_read_on_a_stream_that_does_not_wait(made: str) -> None:
    (found,) = _used(made)
    assert (found.code, found.location.row, found.severity, found.confidence) == ("CUP101", 7, "warning", "medium")
    assert found.premises[0].text.endswith("is an array of the host")


def test_a_part_with_gaps_is_copied_wherever_it_is() -> None:
    (found,) = _used("cp.ascontiguousarray(x[:, 1])")
    assert [premise.text for premise in found.premises] == ["the part of x is not contiguous"]


@pytest.mark.parametrize(
    "wait", ["cp.cuda.Device().synchronize()", "side.wait_event(cp.cuda.get_current_stream().record())", "float(d[0])"]
)
def test_the_stream_waits(wait: str) -> None:
    assert _used(wait=wait, maybe=True) == []


def test_a_blocking_stream_waits_for_the_null_stream() -> None:
    assert _used(kind="") == []


@pytest.mark.parametrize("made", ["cp.ascontiguousarray(x)", "taps.asarray(x)", "x"])
def test_what_likely_copies_nothing_is_no_work(made: str) -> None:
    assert _used(made) == []


def test_it_is_uploaded_on_the_stream_that_reads_it() -> None:
    source = """\
import cupy as cp
side = cp.cuda.Stream(non_blocking=True)
def apply(x):
    with side:
        y = cp.asarray(x) * 2
    side.synchronize()
    return y
"""
    assert lint(source) == []


def test_time_that_leaves_out_a_likely_upload_is_not_told() -> None:
    source = """\
import time
import cupy as cp
def apply(x):
    begin = time.perf_counter()
    d = cp.asarray(x)
    return d, time.perf_counter() - begin
"""
    assert lint(source) == []
