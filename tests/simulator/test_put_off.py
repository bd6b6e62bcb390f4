"""What nobody looks at is not computed; whoever looks sees what would be there."""

from __future__ import annotations

import pytest

from cupylint.runtime_checks.simulator import Options, run

START = "import numpy as np, cupy as cp, cupyx\nn = 1 << 20\n"

PROGRAMS = {
    "a fill": ("x = cp.full(n, 3.0)\nprint(float(x[-1]))", "3.0"),
    "a chain": ("x = cp.ones(n)\ny = x * 2 + 1\nx.fill(7)\nprint(float(y.sum()) / n, float(x[0]))", "3.0 7.0"),
    "in place": ("x = cp.ones(n)\ny = x + 1\ny += 1\nx[:] = y\nprint(float(x[5]))", "3.0"),
    "memory that is used again": (
        "x = cp.ones(n)\nz = x + 1\ndel x\ny = cp.zeros(n)\nprint(float(z[1] + y[1]))",
        "2.0",
    ),
    "large zeros": ("x = cp.zeros(40 << 20)\nprint(float(x[-1]))\nx += 1\nprint(float(x[7]))", "0.0\n1.0"),
    "a product": ("a = cp.ones((64, 32))\nb = a @ a.T\nprint(b.shape, float(b[3, 4]))", "(64, 64) 32.0"),
    "a product of types": ("a = cp.ones((4, 4), cp.int8) @ cp.ones((4, 4), cp.float32)\nprint(a.dtype)", "float32"),
    "einsum": ("a = cp.ones((8, 9))\nprint(float(cp.einsum('ij,kj->ik', a, a)[0, 0]))", "9.0"),
    "the same call twice": (
        "a = cp.arange(8.0)\nb = cp.cumsum(a)\na += 1\nc = cp.cumsum(a)\nprint(c.get()[-1])",
        "36.0",
    ),
    "a kernel": (
        "k = cp.RawKernel('extern \"C\" __global__ void k(double* x) { x[threadIdx.x] += 1; }', 'k')\n"
        "x = cp.full(64, 2.0)\nk((1,), (64,), (x,))\nprint(float(x[0]))",
        "3.0",
    ),
    "pinned memory": (
        "h = cupyx.zeros_pinned(4)\nx = cp.full(4, 5.0)\nx.get(out=h, blocking=False)\ncp.cuda.Device().synchronize()\n"
        "x.fill(6)\nprint(h[0])",
        "5.0",
    ),
    "memory that the host writes": (
        "h = cupyx.zeros_pinned(4)\n"
        "m = cp.ndarray(4, memptr=cp.cuda.MemoryPointer(cp.cuda.UnownedMemory(h.ctypes.data, h.nbytes, h), 0))\n"
        "h[:] = 1\nx = m + 1\nh[:] = 9\nprint(float(x[0]))",
        "2.0",
    ),
    "a variable of a module": (
        "x = cp.full(2, 8.0)\ndel x\n"
        "code = '__device__ double v[2] = {1, 2}; extern \"C\" __global__ void k() { v[0] += 1; }'\n"
        "module = cp.RawModule(code=code)\nv = cp.ndarray(2, memptr=module.get_global('v'))\n"
        "module.get_function('k')((1,), (1,), ())\nprint(float(v[0]))",
        "2.0",
    ),
    "an index array": (
        "x = cp.arange(4)\ni = x % 2\ny = cp.zeros(4)\ny[i] = 1\nprint(y.get().tolist())",
        "[1.0, 1.0, 0.0, 0.0]",
    ),
    "many": ("x = cp.zeros(4)\nfor i in range(3000):\n    x = x + 1\nprint(float(x[0]))", "3000.0"),
    "no elements": ("x = cp.zeros(0) + 1\nprint(x.shape)", "(0,)"),
}


@pytest.mark.parametrize("sized", [False, True])
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_seen(name: str, sized: bool) -> None:
    text, printed = PROGRAMS[name]
    report = run("program.py", options=Options(sized=sized), source=START + text)
    if sized and report.not_supported:
        pytest.skip(report.not_supported)
    assert (report.error, report.not_supported, report.stdout.strip()) == ("", "", printed)


def test_an_error_comes_in_its_line() -> None:
    text = "x = cp.ones(3)\ny = cp.ones(4)\nz = x + y\nprint(z)\n"
    assert run("program.py", source=START + text).row == 5
