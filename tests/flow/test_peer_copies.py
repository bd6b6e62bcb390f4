"""Copies from device to device on a null stream: ordered with the blocking streams of both. Measured on two H200."""

from __future__ import annotations

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes

PROGRAM = """\
import cupy as cp

with cp.cuda.Device(0):
    x = cp.ones(1000)
    cp.cuda.Device().synchronize()
with cp.cuda.Device(1):
    there = cp.cuda.Stream(FLAG)
    w = cp.zeros(1000)
    cp.cuda.Device().synchronize()
with cp.cuda.Device(0):
    cp.cuda.runtime.COPY
with cp.cuda.Device(1):
    with there:
        y = w + 1
"""
COPIES = (
    "memcpyPeer(w.data.ptr, 1, x.data.ptr, 0, x.nbytes)",
    "memcpyPeerAsync(w.data.ptr, 1, x.data.ptr, 0, x.nbytes, 0)",
)


@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize(("flag", "found"), [("", []), ("non_blocking=True", [14])])
def test_who_waits_for_the_copy(copy: str, flag: str, found: list[int]) -> None:
    text = PROGRAM.replace("FLAG", flag).replace("COPY", copy)
    assert [each.location.row for each in check_bytes(text.encode(), "a.py", Settings())] == found


@pytest.mark.parametrize(("flag", "found"), [("", []), ("non_blocking=True", [15])])
def test_what_the_copy_waits_for(flag: str, found: list[int]) -> None:
    rows = PROGRAM.replace("FLAG", flag).splitlines()
    text = "\n".join([*rows[:9], *rows[11:], *rows[9:11], ""]).replace("y = w + 1", "w += 1").replace("COPY", COPIES[0])
    text = text.replace("with there:\n", "with there:\n        pass\n")
    assert [each.location.row for each in check_bytes(text.encode(), "a.py", Settings())] == found
