"""Loops over sizes that the code does not tell are followed for small ones; what is found says for which."""

from __future__ import annotations

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding, Premise

RING = """\
import cupy as cp

def f(A{parameters}):
    h2d, comp = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    ready = [cp.cuda.Event(), cp.cuda.Event()]
    done = [cp.cuda.Event(), cp.cuda.Event()]
    buf = cp.empty((2, 100, 100))
    cp.cuda.Device().synchronize()
    n = {size}
    buf[(n - 1) % 2].set(A[n - 1], stream=h2d)
    ready[(n - 1) % 2].record(h2d)
    for i in range(n - 2, -1, -1):
        with comp:
            comp.wait_event(ready[(i + 1) % 2])
            y = buf[(i + 1) % 2] @ buf[(i + 1) % 2]
            done[(i + 1) % 2].record(comp)
        {wait}
        buf[i % 2].set(A[i], stream=h2d)
        ready[i % 2].record(h2d)
    cp.cuda.Device().synchronize()
    return y
"""


def _found(size: str, wait: str = "pass", parameters: str = "") -> list[Finding]:
    return check_bytes(RING.format(size=size, wait=wait, parameters=parameters).encode(), "ring.py", Settings())


@pytest.mark.parametrize(
    ("size", "parameters", "name"),
    [
        ("m", ", m", "m"),
        ("A.shape[0]", "", "A.shape[0]"),
        ("len(A)", "", "len(A)"),
        ("A.shape[0] - 1", "", "A.shape[0]"),
    ],
)
def test_a_slot_is_filled_while_it_is_read(size: str, parameters: str, name: str) -> None:
    (found,) = _found(size, parameters=parameters)
    assert (found.code, found.location.row) == ("CUP102", 18)
    assert found.premises == (Premise("size", f"{name} is 6", 6, (name,)),) and found.confidence == "high"
    assert found.certain and found.severity == "warning"
    assert found.fix is not None and found.fix.verified


def test_with_the_wait_nothing_is_found() -> None:
    assert _found("len(A)", wait="h2d.wait_event(done[i % 2])") == []


def test_a_number_that_is_told_is_no_premise() -> None:
    (found,) = _found("7")
    assert (found.code, found.premises, found.severity) == ("CUP102", (), "error")


BEGINNING = """\
import cupy as cp

def f(A):
    copy, comp = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    done = [cp.cuda.Event(), cp.cuda.Event()]
    x = cp.empty((2, 100))
    cp.cuda.Device().synchronize()
    n = len(A)
    for i in range(n - 2):
        with comp:
            x[i % 2] += 1
            done[i % 2].record(comp)
        copy.wait_event(done[i % 2])
        with copy:
            x[i % 2] *= 2
        copy.synchronize()
    with comp:
        x[(n - 1) % 2] += 1
    {wait}
    with copy:
        y = x[(n - 1) % 2] + 1
    cp.cuda.Device().synchronize()
    return y
"""


@pytest.mark.parametrize(("wait", "codes"), [("pass", ["CUP101"]), ("comp.synchronize()", [])])
def test_two_shows_loops_that_are_not_entered(wait: str, codes: list[str]) -> None:
    assert [found.code for found in check_bytes(BEGINNING.format(wait=wait).encode(), "a.py", Settings())] == codes


DESCENDING = """\
import cupy as cp

def f(x, n):
    a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    with a:
        buf = [cp.empty(100) for _ in range(2)]
    with b:
        acc = cp.zeros(100)
    for i in range({bounds}):
        with a:
            buf[i % 2].fill(i)
        b.wait_event(a.record())
        with b:
            cp.add(acc, buf[i % 2], out=acc)
        {wait}
    b.synchronize()
    return acc
"""


@pytest.mark.parametrize("bounds", ["n", "n - 1, -1, -1", "len(x) - 2, -1, -1"])
@pytest.mark.parametrize(("wait", "rows"), [("pass", [11]), ("a.wait_event(b.record())", [])])
def test_a_list_of_buffers_is_gone_round_in_either_direction(bounds: str, wait: str, rows: list[int]) -> None:
    found = check_bytes(DESCENDING.format(bounds=bounds, wait=wait).encode(), "a.py", Settings())
    assert [finding.location.row for finding in found if finding.code == "CUP102"] == rows


HELPER = """\
import cupy as cp

def pick(ring, i):
    return ring[{slot}]

def energy(frames, n):
    up, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    used = [cp.cuda.Event() for _ in range(3)]
    for i in range({rounds}):
        up.wait_event(pick(used, i))
        pick(used, i).record(work)
    up.synchronize()
"""


@pytest.mark.parametrize("slot", ["i % 3", "i % len(ring)"])
@pytest.mark.parametrize("rounds", ["len(frames)", "n"])
def test_a_ring_that_a_function_goes_round_is_gone_round(slot: str, rounds: str) -> None:
    """The first wait for each event waits for nothing, the second one does: no CUP105."""
    assert check_bytes(HELPER.format(slot=slot, rounds=rounds).encode(), "a.py", Settings()) == []


def test_positions_are_no_sizes() -> None:
    """Where two things are is not one number, whatever is taken for sizes."""
    source = """
import cupy as cp

def f(order, count):
    a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    parts = [cp.zeros(4) for _ in range(9)]
    cp.cuda.Device().synchronize()
    start = order.index("first")
    for i in range(start, start + count):
        with a:
            parts[i] += 1
    with b:
        parts[order.index("second")] += 1
"""
    assert check_bytes(source.encode(), "parts.py", Settings()) == []
