"""The sixteen lines about stopping kernels (183 to 198): each has a program and its static verdict."""

from __future__ import annotations

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.runtime_checks.cases import Case
from tests.bundled import CASES

CODES = {
    183: "CUP304", 184: "CUP303", 185: "CUP303", 186: "", 187: "", 188: "CUP303", 189: "CUP307", 190: "",
    191: "CUP307", 192: "CUP305", 193: "CUP303", 194: "CUP303", 195: "CUP303", 196: "CUP306", 197: "",
}  # fmt: skip
"""What is reported of the wrong program of a line; "" if the line is about a right one."""

LOCK = """\
import cupy as cp

add = cp.RawKernel(r'''
extern "C" __global__ void add(int* lock, double* total, const double* x) {
    while (atomicCAS(lock, 0, 1) != 0);
    *total += x[threadIdx.x];
    __threadfence();
    atomicExch(lock, 0);
}
''', "add")
total = cp.zeros(1)
add((1,), (32,), (cp.zeros(1, dtype=cp.int32), total, cp.ones(32)))
print(float(total[0]))
"""


def about(line: int, bad: bool) -> list[Case]:
    return [case for case in CASES if case.bad is bad and str(line) in case.scenario.split(", ")]


def codes(text: str) -> set[str]:
    return {finding.code for finding in check_bytes(text.encode(), "program.py", Settings())}


@pytest.mark.parametrize("line", CODES)
def test_line(line: int) -> None:
    """Wrong programs have the finding, and their twins nothing at all."""
    wanted = CODES[line]
    if wanted:
        assert {wanted} & {code for case in about(line, bad=True) for code in codes(case.text)}
    right = about(line, bad=False)
    assert right
    assert all(codes(case.text) == set() for case in right)


def test_a_lock_within_a_warp_depends_on_the_device() -> None:
    """198: it hangs before Volta and ends since, so that nothing is said."""
    assert codes(LOCK) == set()
