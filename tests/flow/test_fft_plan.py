"""CUP112: transforms that share the work area of a plan. CUP111: arguments computed on another stream."""

from __future__ import annotations

import pytest

from tests.programs import lint

HEAD = """\
import cupy as cp
s1, s2 = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
n = 65537
a, b = cp.ones((2, n)), cp.ones((2, n))
cp.cuda.Device().synchronize()
"""
TWO = "with s1:\n    x = cp.fft.{}(a)\nwith s2:\n    y = cp.fft.{}({})\n"
KERNEL = 'k = cp.RawKernel("extern \\"C\\" __global__ void k(const double* x, double* y) { y[0] = x[0]; }", "k")\n'

PROGRAMS = {
    "same shape": (TWO.format("fft", "fft", "b"), {(9, "CUP112")}),
    "forwards and back": (TWO.format("fft", "ifft", "b"), {(9, "CUP112")}),
    "one dtype": (
        "a, b = cp.ones((2, n), dtype=cp.complex64), cp.ones((2, n), dtype=cp.complex64)\n"
        "cp.cuda.Device().synchronize()\n" + TWO.format("fft", "fft", "b"),
        {(11, "CUP112")},
    ),
    "two dtypes": (
        "a, b = cp.ones((2, n), dtype=cp.complex64), cp.ones((2, n), dtype=cp.complex128)\n"
        "cp.cuda.Device().synchronize()\n" + TWO.format("fft", "fft", "b"),
        set(),
    ),
    "real and complex have plans of their own": (TWO.format("fft", "rfft", "b"), set()),
    "another shape": (TWO.format("fft", "fft", "cp.ones((3, n))"), set()),
    "ordered": (TWO.format("fft", "fft", "b").replace("with s2", "s2.wait_event(s1.record())\nwith s2"), set()),
    "a small length needs no work area": (
        "a, b = cp.ones(1024), cp.ones(1024)\ncp.cuda.Device().synchronize()\n" + TWO.format("fft", "fft", "b"),
        set(),
    ),
    "an unknown length": (
        "def f(a, b):\n    with s1:\n        x = cp.fft.fft(a)\n    with s2:\n        y = cp.fft.fft(b)\n",
        set(),
    ),
    "the cache is changed": ("cp.fft.config.get_plan_cache().set_size(0)\n" + TWO.format("fft", "fft", "b"), set()),
    "shifts have no plan": (TWO.format("fftshift", "fftshift", "b"), set()),
    "an argument on another stream": (
        KERNEL + "k((1,), (1,), (a + 1, b), stream=s1)\n",
        {(7, "CUP111")},
    ),
    "an argument that has a name": (
        KERNEL + "c = a + 1\nk((1,), (1,), (c, b), stream=s1)\n",
        {(8, "CUP101")},
    ),
    "an argument on a blocking stream": (
        KERNEL + "s3 = cp.cuda.Stream()\nk((1,), (1,), (a + 1, b), stream=s3)\n",
        set(),
    ),
    "an argument in the block of the stream": (
        KERNEL + "with s1:\n    k((1,), (1,), (a + 1, b), stream=s1)\n",
        set(),
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_verdict(name: str) -> None:
    text, expected = PROGRAMS[name]
    assert {(finding.location.row, finding.code) for finding in lint(HEAD + text)} == expected
