"""``Device.use()`` gives the device back, so that a later ``synchronize()`` on it waits."""

from __future__ import annotations

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from tests.programs import lint

PROGRAM = """\
import cupy as cp

a = cp.zeros(9)
dev = cp.cuda.Device(0).use()
start, stop = cp.cuda.Event(), cp.cuda.Event()
start.record()
a += 1
stop.record()
{wait}
print(cp.cuda.get_elapsed_time(start, stop))
"""


@pytest.mark.parametrize(("wait", "codes"), [("dev.synchronize()", []), ("dev.use()", ["CUP502"])])
def test_the_device_that_was_made_current(wait: str, codes: list[str]) -> None:
    found = check_bytes(PROGRAM.format(wait=wait).encode(), "program.py", Settings())
    assert [finding.code for finding in found] == codes


def test_the_device_of_an_array_is_waited_for() -> None:
    program = """\
import cupy as cp
s1, s2 = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
with s1:
    a = cp.ones(100)
{wait}
with s2:
    b = a * 2
"""
    for wait in (
        "a.device.synchronize()",
        "device = a.device\ndevice.synchronize()",
        "with a.device:\n    s1.synchronize()",
    ):
        assert lint(program.format(wait=wait)) == [], wait
    for wait in ("pass", "number = a.device.id", "with a.device:\n    pass"):
        assert [finding.code for finding in lint(program.format(wait=wait))] == ["CUP101"], wait
