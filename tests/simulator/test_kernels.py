"""Kernels in CUDA C inside a program: what they compute and use, and which of them hold up what comes after them."""

from __future__ import annotations

import pytest

from cupylint.runtime_checks.simulated import ended
from cupylint.runtime_checks.simulator import Options, Report, run

PRELUDE = """\
import threading, time
import numpy as np, cupy as cp, cupyx
def raw(body, parameters, name='f'):
    return cp.RawKernel('extern "C" __global__ void %s(%s) { %s }' % (name, parameters, body), name)
a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
blocking = cp.cuda.Stream()
poll = raw('while (!*f); x[0] = *f;', 'const volatile int* f, int* x')
timed = raw('long long t = clock64(); while (!*f && clock64() - t < n);', 'const volatile int* f, long long n')
f, x = cp.zeros(1, dtype=cp.int32), cp.zeros(64, dtype=cp.int32)
h = cupyx.zeros_pinned(1, dtype=np.int32)
f.fill(1); f.fill(0)
cp.cuda.Device().synchronize()
"""


def report(text: str, schedules: str = "none") -> Report:
    return run("program.py", source=PRELUDE + text, options=Options(schedules=schedules))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("poll((1,), (1,), (f, x), stream=a)\na.synchronize()", 2),
        ("poll((1,), (1,), (f, x), stream=a)\nwith a: f.fill(1)\nx.get(stream=a)", 3),
        ("poll((1,), (1,), (f, x), stream=blocking)\nf.fill(1)\ncp.cuda.Device().synchronize()", 3),
        ("poll((1,), (1,), (f, x), stream=a)\nwith b: x.fill(7)\nwith b: y = x + 1", 3),  # loads a kernel
        ("poll((1,), (1,), (f, x), stream=a)\ne = a.record()\nwhile not e.done: pass", 3),
        ("poll((1,), (1,), (f, x), stream=a)\nb.wait_event(a.record())\nwith b: f.fill(1)\nb.synchronize()", 4),
        ("timed((1,), (1,), (f, 1 << 40), stream=a)\na.synchronize()", 2),
        ("try:\n    poll((1,), (1,), (f, x))\n    x.get()\nexcept BaseException:\n    pass\nx.get()", 6),
        ("poll((1,), (1,), (f, x), stream=a)", 0),  # at the end of the program
    ],
)
def test_a_program_that_does_not_end(text: str, line: int) -> None:
    found = report(text)
    assert found.hangs, found
    assert found.row == (line and PRELUDE.count("\n") + line)
    assert ended(found, 0).verdict == "HANGS"


@pytest.mark.parametrize(
    "text",
    [
        "poll((1,), (1,), (f, x), stream=a)\nwith b: f.fill(3)\na.synchronize()\nassert int(x[0]) == 3",
        "poll((1,), (1,), (np.uint64(h.ctypes.data), x), stream=blocking)\nh[0] = 4\nassert int(x[0]) == 4",
        "poll((1,), (1,), (np.uint64(h.ctypes.data), x), stream=a)\nb.launch_host_func(lambda _: h.fill(5))\n"
        "a.synchronize()\nassert int(x[0]) == 5",
        "poll((1,), (1,), (np.uint64(h.ctypes.data), x), stream=a)\n"
        "t = threading.Timer(0.1, h.fill, [6]); t.start()\na.synchronize()\nassert int(x[0]) == 6",
        "poll((1,), (1,), (np.uint64(h.ctypes.data), x), stream=a)\ny = a.record()\nn = 0\n"
        "while not y.done:\n    time.sleep(0.001); n += 1\n    if n == 9: h[0] = 1\n",
        "timed((1,), (1,), (f, 1 << 30), stream=a)\na.synchronize()",  # half a second
        "timed((1,), (1,), (f, 1 << 40), stream=a)\nwith b: f.fill(1)\na.synchronize()",
        "timed((1,), (1,), (f, 1 << 33), stream=a)\ne = a.record()\nwhile not e.done: pass",  # four seconds
        "raw('long long t = clock64(); while (clock64() - t < 20000000000ll);', '')((1,), (1,), ())\nf.get()",
    ],
)
def test_a_program_that_ends(text: str) -> None:
    found = report(text)
    assert (found.error, found.not_supported, found.unread) == ("", "", {})


def test_what_a_kernel_computes() -> None:
    found = report("""
code = '''__constant__ float factor[2] = {2, 3}; __device__ int calls; __device__ float given[4];
template <typename T> __global__ void k(const T* x, T* y) {
    y[threadIdx.x] = x[threadIdx.x] * factor[1] + given[3] + N; atomicAdd(&calls, 1); }'''
m = cp.RawModule(code=code, options=('-DN=1',), name_expressions=['k<float>'])
cp.ndarray(4, 'f4', m.get_global('given'))[3] = 0.5
p, q = cp.arange(8, dtype='f4'), cp.zeros(8, 'f4')
m.get_function('k<float>')((1,), (8,), (p, q))
assert (q.get() == np.arange(8) * 3 + 1.5).all(), q
assert int(cp.ndarray(1, 'i4', m.get_global('calls'))[0]) == 8
""")
    assert (found.error, found.not_supported, found.unread) == ("", "", {})


def test_an_error_is_reported_by_the_next_wait() -> None:
    found = report("raw('x[1 << 28] = 1;', 'int* x')((1,), (1,), (x,), stream=a)\ny = 1\na.synchronize()")
    assert "cudaErrorIllegalAddress" in found.error and found.row == PRELUDE.count("\n") + 3


def test_a_text_that_is_not_understood_is_named_where_its_values_matter() -> None:
    strange = "k = raw('x[0] = __vadd2(1, 2);', 'int* x')\nk((1,), (1,), (x,), stream=a)\n"
    race = report(strange + "with b: y = x + 1")
    assert [each.later.row for each in race.races] == [PRELUDE.count("\n") + 3]
    seen = ended(report(strange + "a.synchronize()\nassert int(x[0]) == 3"), 0)
    assert seen.verdict == "NOT_SUPPORTED"
    assert seen.evidence == "the kernel f uses the function __vadd2 (line 1 of the kernel)"


FIRST = "k = raw('if (threadIdx.x < 32) x[threadIdx.x] = 1;', 'int* x')\nk((1,), (64,), (x,), stream=a)\n"

EVEN = "k = raw('x[2 * threadIdx.x] = 1;', 'int* x')\nk((1,), (32,), (x,), stream=a)\n"


@pytest.mark.parametrize(
    ("text", "races"),
    [
        (FIRST + "with b: y = x[32:] + 1", False),
        (FIRST + "with b: y = x[16:] + 1", True),
        ("k = raw('y[threadIdx.x] = x[threadIdx.x];', 'int* x, int* y')\ny = cp.zeros_like(x)\n"
         "cp.cuda.Device().synchronize()\nk((1,), (64,), (x, y), stream=a)\nwith b: z = x + 1", False),
        (EVEN + "with b: y = x[1::2] + 1", False),
        (EVEN + "with b: y = x[::4] + 1", True),
        ("k = raw('x[64 + threadIdx.x] = 1;', 'int* x')\ny = cp.zeros(128, dtype=cp.int32); z = y[64:]\n"
         "cp.cuda.Device().synchronize()\nk((1,), (64,), (y[:64],), stream=a)\nwith b: z += 1", True),
    ],
)  # fmt: skip
def test_what_a_kernel_uses_is_known_exactly(text: str, races: bool) -> None:
    assert bool(report(text).races) == races


def test_a_wrong_order_shows_in_the_values() -> None:
    found = report(
        "with a: x += 1\nk = raw('y[threadIdx.x] = 2 * x[threadIdx.x];', 'const int* x, int* y')\n"
        "y = cp.zeros_like(x)\ncp.cuda.Stream.null.synchronize()\nk((1,), (64,), (x, y), stream=b)\nb.synchronize()\n"
        "print(y.get())",
        schedules="races",
    )
    assert [harm.wrong for harm in found.harm if harm.what == "host read"][:1] == [64]
