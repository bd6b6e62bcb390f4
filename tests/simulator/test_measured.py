"""What was measured on a device, said again by the simulator: each row is a program and its racy lines."""

from __future__ import annotations

import pytest

from cupylint.runtime_checks.simulator import Options, run

PRELUDE = """\
import time, threading
import numpy as np, cupy as cp, cupyx
n = 1 << 12
s1, s2 = cp.cuda.Stream(), cp.cuda.Stream()
n1, n2 = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x, y, z = cp.arange(n, dtype='f4'), cp.zeros(n, 'f4'), cp.zeros(n, 'f4')
host, pinned = np.ones(n, 'f4'), cupyx.zeros_pinned(n, 'f4')
e = cp.cuda.Event()
scale = cp.RawKernel('extern "C" __global__ void scale(const float* a, float* b) { b[0] = a[0]; }', 'scale')
twice = cp.ElementwiseKernel('float32 a', 'float32 b', 'b = 2 * a', 'twice')
total = cp.ReductionKernel('float32 a', 'float32 b', 'a', 'a + b', 'b = a', '0', 'total')
cp.cuda.Device().synchronize()
"""

# "#!" marks the lines where an unordered access must be found.
ROWS: dict[str, str] = {
    "two blocking streams": """
with s1: y = x * 2
with s2: z = y + 1  #!
""",
    "synchronize": """
with s1: y = x * 2
s1.synchronize()
with s2: z = y + 1
""",
    "record and wait": """
with s1: y = x * 2
s2.wait_event(s1.record())
with s2: z = y + 1
""",
    "never recorded": """
with s1: y = x * 2
s2.wait_event(e)
with s2: z = y + 1  #!
""",
    "recorded on an unrelated stream": """
with s1: y = x * 2
s2.wait_event(n1.record())
with s2: z = y + 1  #!
""",
    "recorded on null, blocking producer": """
with s1: y = x * 2
e.record()
s2.wait_event(e)
with s2: z = y + 1
""",
    "recorded on null, non-blocking producer": """
with n1: y = x * 2
e.record()
n2.wait_event(e)
with n2: z = y + 1  #!
""",
    "snapshot at the wait": """
e.record(n1)
n2.wait_event(e)
with n1: y = x * 2
e.record(n1)
with n2: z = y + 1  #!
""",
    "blocking then null": "with s1: y = x * 2\nz = y + 1\n",
    "null then blocking": "y = x * 2\nwith s1: z = y + 1\n",
    "non-blocking then null": "with n1: y = x * 2\nz = y + 1  #!\n",
    "null then non-blocking": "y = x * 2\nwith n1: z = y + 1  #!\n",
    "null between two blocking streams": """
with s1: y = x * 2
other = cp.zeros(3)
with s2: z = y + 1
""",
    "empty is no operation": """
with s1: y = x * 2
other = cp.empty(3)
with s2: z = y + 1  #!
""",
    "waiting for null, blocking": "with s1: y = x * 2\ncp.cuda.Stream.null.synchronize()\nwith s2: z = y + 1\n",
    "waiting for null, non-blocking": "with n1: y = x * 2\ncp.cuda.Stream.null.synchronize()\nwith n2: z = y + 1  #!\n",
    "get on null, non-blocking producer": "with n1: y = x * 2\nprint(y)  #!\ny.get()  #!\n",
    "get waits for one stream": """
with n1: y = x * 2
y.get(stream=n1)
with n2: z = y + 1
cp.asnumpy(y, stream=n1, out=pinned)
pinned[0]
""",
    "asnumpy not blocking": "cp.asnumpy(x, out=pinned, blocking=False)\nfirst = pinned[0]  #!\n",
    "set from pinned": "y.set(pinned, stream=n1)\npinned[:] = 7  #!\n",
    "asarray from pinned": "d = cp.asarray(pinned)\npinned[:] = 7  #!\n",
    "asarray from pinned, blocking": "d = cp.asarray(pinned, blocking=True)\npinned[:] = 7\n",
    "pageable": "d = cp.asarray(host)\ny.set(host)\nhost[:] = 7\n",
    "staged copy is ordered on its stream only": """
with n1: d = cp.asarray(host)
with n2: z = d + 1  #!
""",
    "block handed out again": """
with n1: a = cp.ones(n, 'f4')
n2.wait_event(n1.record())
with n2: z = a + 1
del a
with n1: b = cp.full(n, 7, 'f4')  #!
""",
    "block handed out again, back edge": """
with n1: a = cp.ones(n, 'f4')
n2.wait_event(n1.record())
with n2: z = a + 1
n1.wait_event(n2.record())
del a
with n1: b = cp.full(n, 7, 'f4')
""",
    "block handed out again, null and blocking": """
a = cp.ones(n, 'f4')
with s1: z = a + 1
del a
b = cp.full(n, 7, 'f4')
""",
    "block handed out again, null and non-blocking": """
a = cp.ones(n, 'f4')
n1.wait_event(cp.cuda.Stream.null.record())
with n1: z = a + 1
del a
b = cp.full(n, 7, 'f4')  #!
""",
    "block rebound in a loop": """
for i in range(3):
    with n1: a = cp.full(n, i, 'f4')  #!
    n2.wait_event(n1.record())
    with n2: z += a
""",
    "pool splits, a larger request misses": """
with n1: a = cp.ones(n, 'f4')
n2.wait_event(n1.record())
with n2: z = a + 1
del a
with n1: b = cp.ones(2 * n, 'f4')
with n1: c = cp.ones(8, 'f4')  #!
""",
    "double buffer": """
buffers = [cupyx.zeros_pinned(n, 'f4') for _ in range(2)]
for i in range(4):
    buffers[i % 2][:] = i  #!
    y.set(buffers[i % 2], stream=n1)
""",
    "double buffer with waits": """
buffers, done = [cupyx.zeros_pinned(n, 'f4') for _ in range(2)], [cp.cuda.Event(), cp.cuda.Event()]
for i in range(4):
    done[i % 2].synchronize()
    buffers[i % 2][:] = i
    y.set(buffers[i % 2], stream=n1)
    done[i % 2].record(n1)
""",
    "write after write": "with n1: y.fill(1)\nwith n2: y.fill(2)  #!\n",
    "write after read": "with n1: z = y + 1\nwith n2: y.fill(2)  #!\n",
    "kernels take a stream": """
scale((1,), (1,), (x, y), stream=n1)
a = y + 1  #!
twice(x, z, stream=n1)
b = z + 1  #!
c = total(x, stream=n1)
d = c + 1  #!
""",
    "const pointers are read": """
scale((1,), (1,), (x, y), stream=n1)
scale((1,), (1,), (x, z), stream=n2)
""",
    "one FFT plan, two streams": """
a = cp.ones((4, 127), 'c16'); b = cp.ones((4, 127), 'c16')
cp.cuda.Device().synchronize()
with n1: left = cp.fft.fft(a)
with n2: right = cp.fft.fft(b)  #!
""",
    "powers of two need no work area": """
a = cp.ones((4, 128), 'c16'); b = cp.ones((4, 128), 'c16')
cp.cuda.Device().synchronize()
with n1: left = cp.fft.fft(a)
with n2: right = cp.fft.fft(b)
""",
    "thread starts on the default stream": """
def work(): global z; z = y + 1  #!
with n1:
    y = x * 2
    t = threading.Thread(target=work); t.start(); t.join()
""",
    "polling in a loop is a wait": """
with n1: y = x * 2
while not n1.done: time.sleep(0)
with n2: z = y + 1
""",
    "asking once is none": """
with n1: y = x * 2
n1.done
with n2: z = y + 1  #!
""",
    "mask waits": """
with n1:
    y = x * 2
    w = y[y > 3]
with n2: z = y + 1
""",
    "disjoint and interleaved views": """
with n1: y[: n // 2] = 1
with n2: y[n // 2 :] = 2
with n1: z[::2] = 1
with n2: z[1::2] = 2
""",
    "overlapping views": """
with n1: y[::2] = 1
with n2: z = y[1:] + 1  #!
""",
    "view of the same memory": """
flat = y.reshape(64, -1).T
with n1: flat += 1
with n2: z = y + 1  #!
""",
    "callback": """
seen = []
x.get(stream=n1, out=pinned, blocking=False)
n1.launch_host_func(lambda _: seen.append(float(pinned[0])))
n1.synchronize()
""",
    "callback on another stream": """
x.get(stream=n1, out=pinned, blocking=False)
n2.launch_host_func(lambda _: float(pinned[0]))  #!
""",
    "callback sets an event that is waited for": """
flag = threading.Event()
x.get(stream=n1, out=pinned, blocking=False)
n1.launch_host_func(lambda _: flag.set())
flag.wait()
first = pinned[0]
""",
}

PER_THREAD: dict[str, str] = {
    "per-thread default then legacy": "y = x * 2\nscale((1,), (1,), (y, z), stream=cp.cuda.Stream.null)\n",
    "per-thread default and blocking": "y = x * 2\nwith s1: z = y + 1  #!\n",
    "null made current is the thread's own": "y = x * 2\nwith cp.cuda.Stream.null: z = y + 1\n",
}


def _check(body: str, options: Options) -> None:
    program = PRELUDE + body
    expected = {row for row, line in enumerate(program.splitlines(), 1) if "#!" in line}
    report = run("measured.py", options=options, source=program)
    assert not report.error and not report.not_supported
    assert {race.later.row for race in report.races} == expected
    if not expected:
        assert report.harm == []


@pytest.mark.parametrize("body", ROWS.values(), ids=ROWS)
def test_row(body: str) -> None:
    _check(body, Options(schedules="all"))


@pytest.mark.parametrize("body", PER_THREAD.values(), ids=PER_THREAD)
def test_row_with_per_thread_default_streams(body: str) -> None:
    _check(body, Options(per_thread_default_stream=True, schedules="all"))


ERRORS = {
    "CuPy in a callback": ("n1.launch_host_func(lambda _: cp.zeros(3)); n1.synchronize()", "cudaErrorNotPermitted"),
    "elapsed time before the end": (
        "e.record(); f = n1.record(); y = x + 1; f.record(); cp.cuda.get_elapsed_time(e, f)",
        "NotReady",
    ),
    "elapsed time, not recorded": ("cp.cuda.get_elapsed_time(e, e)", "InvalidResourceHandle"),
    "stream of another device": ("with cp.cuda.Device(1), s1: pass", "RuntimeError"),
    "out of memory": ("cp.get_default_memory_pool().set_limit(size=1 << 20); cp.zeros(1 << 20)", "OutOfMemoryError"),
    "NumPy arrays do not mix": ("x + host", "Unsupported type"),
    "conversion is explicit": ("np.asarray(x)", "Implicit conversion"),
    "no such name": ("cp.cuda.grid(1)", "no attribute 'grid'"),
}


@pytest.mark.parametrize(("body", "message"), ERRORS.values(), ids=ERRORS)
def test_error(body: str, message: str) -> None:
    report = run("error.py", options=Options(devices=2), source=PRELUDE + body)
    assert message in report.error + report.stdout


def test_the_harm_of_the_textbook_race_is_shown_in_numbers() -> None:
    report = run("harm.py", source=PRELUDE + "with n1: y = x * 2\nwith n2: z = y + 1\nprint(z.get(stream=n2))\n")
    harm = report.harm[0]
    assert (harm.what, harm.wrong, harm.total) == ("host read", 4096, 4096)
    assert report.stdout.startswith("[1.000e+00 3.000e+00")


def test_an_unsupported_call_is_named() -> None:
    report = run("graph.py", source=PRELUDE + "n1.begin_capture()\nn2.begin_capture()\n")
    assert "two captures" in report.not_supported
