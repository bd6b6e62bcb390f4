"""Small programs with their true verdicts: what detectors of races on devices are usually tried with, said in CuPy.

A line with ``# race`` makes an access that nothing orders after an earlier one. All streams are non-blocking unless the
program is about blocking ones, so that nothing but what is written there makes an order.
"""

from __future__ import annotations

PRELUDE = """\
import threading, queue
import numpy as np, cupy as cp, cupyx
n = 64
a, b, c = (cp.cuda.Stream(non_blocking=True) for _ in range(3))
x, y, z = cp.zeros(n), cp.ones(n), cp.ones(n)
h = cupyx.zeros_pinned(n)
code = 'extern "C" __global__ void k(const double* p, double* q) { q[threadIdx.x] = p[threadIdx.x]; }'
kernel = cp.RawKernel(code, 'k')
cp.cuda.Device().synchronize()
"""
"""What each of them begins with: three streams, three device arrays, a pinned one; all is done."""

PROGRAMS = {
    # -- events ----------------------------------------------------------------------------------
    "no wait between a write and a read": """
with a: x += 1
with b: y = x * 2  # race
""",
    "no wait, the reader is a copy to the host": """
with a: x += 1
with b: host = x.get()  # race
""",
    "wait for an event": """
with a: x += 1
b.wait_event(a.record())
with b: y = x * 2
""",
    "wait before the record": """
e = cp.cuda.Event()
b.wait_event(e)
with a:
    x += 1
    e.record()
with b: y = x * 2  # race
""",
    "record before the work": """
e = a.record()
with a: x += 1
b.wait_event(e)
with b: y = x * 2  # race
""",
    "the producer waits instead of the consumer": """
with a: x += 1
a.wait_event(a.record())
with b: y = x * 2  # race
""",
    "the event of another stream": """
with a: x += 1
b.wait_event(c.record())
with b: y = x * 2  # race
""",
    "event recorded again after the wait": """
e = cp.cuda.Event()
with a:
    x += 1
    e.record()
b.wait_event(e)
with a:
    x += 1
    e.record()
with b: y = x * 2  # race
""",
    "event recorded again before the wait": """
e = cp.cuda.Event()
with a:
    e.record()
    x += 1
    e.record()
b.wait_event(e)
with b: y = x * 2
""",
    "the wait does not order what the other stream does later": """
with a: x += 1
b.wait_event(a.record())
with b: y = x * 2
with a: x += 1  # race
""",
    "an order through a third stream": """
with a: x += 1
c.wait_event(a.record())
b.wait_event(c.record())
with b: y = x * 2
""",
    "a chain with one link too few": """
with a: x += 1
e = c.record()
c.wait_event(a.record())
b.wait_event(e)
with b: y = x * 2  # race
""",
    "waits for the first of two producers": """
with a: x[: n // 2] = 1
with b: x[n // 2 :] = 1
c.wait_event(a.record())
with c: y = x * 2  # race
""",
    "waits for both producers": """
with a: x[: n // 2] = 1
with b: x[n // 2 :] = 1
c.wait_event(a.record())
c.wait_event(b.record())
with c: y = x * 2
""",
    # -- what conflicts --------------------------------------------------------------------------
    "two reads": """
with a: u = x * 2
with b: v = x * 3
""",
    "two writes": """
with a: x.fill(1)
with b: x.fill(2)  # race
""",
    "a write after a read": """
with a: u = x * 2
with b: x.fill(2)  # race
""",
    "the same value is written twice": """
with a: x.fill(1)
with b: x.fill(1)  # race
""",
    "different arrays": """
with a: x += 1
with b: y += 1
""",
    "halves that do not overlap": """
with a: x[:32] += 1
with b: x[32:] += 1
""",
    "slices with one common element": """
with a: x[:33] += 1
with b: x[32:] += 1  # race
""",
    "even and odd elements": """
with a: x[::2] += 1
with b: x[1::2] += 1
""",
    "columns": """
m = cp.zeros((8, 8)); cp.cuda.Device().synchronize()
with a: m[:, :4] += 1
with b: m[:, 4:] += 1
with c: m[0] += 1  # race
""",
    "a view of the same memory": """
v = x.reshape(8, 8).T
with a: x += 1
with b: s = v.sum()  # race
""",
    "a view as another type": """
v = x.view(cp.int64)
with a: x += 1
with b: s = v.sum()  # race
""",
    "out of a ufunc": """
with a: cp.add(x, 1, out=y)
with b: s = y.sum()  # race
""",
    "a kernel reads through a const pointer": """
with a: kernel((1,), (n,), (x, y))
with b: kernel((1,), (n,), (x, z))
""",
    "a kernel writes through a pointer": """
with a: kernel((1,), (n,), (x, y))
with b: kernel((1,), (n,), (y, z))  # race
""",
    "a flag that a kernel polls": """
poll = cp.RawKernel('extern "C" __global__ void p(const volatile int* f) { while (!*f); }', 'p')
f = cp.zeros(1, dtype=cp.int32); f.fill(1); f.fill(0)  # loads the kernel of the write: loading one waits for all
cp.cuda.Device().synchronize()
poll((1,), (1,), (f,), stream=a)
with b: f.fill(1)
""",
    # -- default streams -------------------------------------------------------------------------
    "the default stream and a non-blocking one": """
x += 1
with a: y = x * 2  # race
""",
    "a non-blocking stream and the default one": """
with a: x += 1
y = x * 2  # race
""",
    "the default stream and a blocking one": """
s = cp.cuda.Stream()
x += 1
with s: y = x * 2
""",
    "a blocking stream and the default one": """
s = cp.cuda.Stream()
with s: x += 1
y = x * 2
""",
    "two blocking streams": """
s, t = cp.cuda.Stream(), cp.cuda.Stream()
with s: x += 1
with t: y = x * 2  # race
""",
    "two blocking streams with work on the default one between": """
s, t = cp.cuda.Stream(), cp.cuda.Stream()
with s: x += 1
z += 1
with t: y = x * 2
""",
    "two blocking streams with an allocation between": """
s, t = cp.cuda.Stream(), cp.cuda.Stream()
with s: x += 1
w = cp.empty(n)
with t: y = x * 2  # race
""",
    "the null flag wins": """
s = cp.cuda.Stream(True)
with s: x += 1
y = x * 2
""",
    "per-thread default stream and a blocking one": """
s = cp.cuda.Stream()
with s: x += 1
with cp.cuda.Stream.ptds: y = x * 2  # race
""",
    "per-thread default stream and the legacy one": """
with cp.cuda.Stream.ptds: x += 1
y = x * 2
""",
    "per-thread default streams of two threads": """
def work():
    global y
    with cp.cuda.Stream.ptds: y = x * 2  # race
with cp.cuda.Stream.ptds: x += 1
t = threading.Thread(target=work); t.start(); t.join()
""",
    "the legacy default stream of two threads": """
def work():
    global y
    y = x * 2
x += 1
t = threading.Thread(target=work); t.start(); t.join()
""",
    "a thread does not inherit the stream": """
def work():
    global y
    y = x * 2  # race
with a:
    x += 1
    t = threading.Thread(target=work); t.start(); t.join()
""",
    # -- waits of the host -----------------------------------------------------------------------
    "the host waits for the producer": """
with a: x += 1
a.synchronize()
with b: y = x * 2
""",
    "the host waits for the consumer": """
with a: x += 1
b.synchronize()
with b: y = x * 2  # race
""",
    "the host waits for the event": """
with a: x += 1
e = a.record()
e.synchronize()
with b: y = x * 2
""",
    "the host waits for the device": """
with a: x += 1
cp.cuda.Device().synchronize()
with b: y = x * 2
""",
    "the host waits for the default stream only": """
with a: x += 1
cp.cuda.Stream.null.synchronize()
with b: y = x * 2  # race
""",
    "the host asks until the stream is done": """
with a: x += 1
while not a.done: pass
with b: y = x * 2
""",
    "a blocking copy to the host waits for its stream": """
with a:
    x += 1
    host = x.get()
with b: y = x * 2
""",
    "another thread waits, and is joined": """
def wait(): a.synchronize()
with a: x += 1
t = threading.Thread(target=wait); t.start(); t.join()
with b: y = x * 2
""",
    "another thread waits, and tells through a queue": """
q = queue.Queue()
def wait():
    a.synchronize()
    q.put(1)
with a: x += 1
t = threading.Thread(target=wait); t.start()
q.get()
with b: y = x * 2
t.join()
""",
    # -- pinned memory ---------------------------------------------------------------------------
    "the host reads before the copy is done": """
with a: x.get(out=h, blocking=False)
print(h[0])  # race
""",
    "the host reads after the copy": """
with a: x.get(out=h, blocking=False)
a.synchronize()
print(h[0])
""",
    "the host reads after an event that comes before the copy": """
e = a.record()
with a: x.get(out=h, blocking=False)
e.synchronize()
print(h[0])  # race
""",
    "the host reads another part": """
with a: x[:8].get(out=h[:8], blocking=False)
print(h[8])
""",
    "the host writes what a copy still reads": """
with a: x.set(h)
h[:] = 7  # race
""",
    "the host writes after the copy": """
with a: x.set(h)
a.synchronize()
h[:] = 7
""",
    "pageable memory is copied at once": """
p = np.zeros(n)
with a: x.set(p)
p[:] = 7
""",
    "two copies into one buffer": """
with a: x.get(out=h, blocking=False)
with b: y.get(out=h, blocking=False)  # race
""",
    "a copy in and a copy out of one buffer": """
with a: x.get(out=h, blocking=False)
with b: y.set(h)  # race
""",
    "two copies out of one buffer": """
with a: x.set(h)
with b: y.set(h)
""",
    "a buffer in a loop without a wait": """
for i in range(3):
    h[:] = i  # race
    with a: x.set(h)
""",
    "two buffers in turn, with a wait each": """
h2 = [cupyx.zeros_pinned(n) for _ in range(2)]
done = [None, None]
for i in range(4):
    if done[i % 2] is not None: done[i % 2].synchronize()
    h2[i % 2][:] = i
    with a: x.set(h2[i % 2])
    done[i % 2] = a.record()
""",
    "a host function writes what the program reads": """
def fill(_): h[:] = 3
a.launch_host_func(fill, None)
print(h[0])  # race
""",
    "a host function, and a wait": """
def fill(_): h[:] = 3
a.launch_host_func(fill, None)
a.synchronize()
print(h[0])
""",
    "a host function between two copies on its stream": """
def fill(_): h[:] = 3
with a: x.get(out=h, blocking=False)
a.launch_host_func(fill, None)
with a: y.set(h)
""",
    "two threads of the host": """
def write(): h[:] = 3
t = threading.Thread(target=write); t.start()
print(h[0])
t.join()
""",
    "managed memory": """
m = cp.ndarray(n, memptr=cp.cuda.malloc_managed(8 * n)); m.fill(0)
cp.cuda.Device().synchronize()
with a: m += 1
with b: s = m.sum()  # race
""",
    # -- copies and memsets ----------------------------------------------------------------------
    "a memset and a reader": """
with a: x.data.memset_async(0, x.nbytes)
with b: y = x * 2  # race
""",
    "a memset after a reader": """
with a: u = x * 2
x.data.memset_async(0, x.nbytes, b)  # race
""",
    "a memset on the stream of the reader": """
with a:
    x.data.memset_async(0, x.nbytes)
    y = x * 2
""",
    "a memset of another part": """
with a: y = x[8:] * 2
x.data.memset_async(0, 64, b)
""",
    "a copy on the device": """
with a: x += 1
y.data.copy_from_device_async(x.data, x.nbytes, b)  # race
""",
    "a copy on the device, and its target": """
y.data.copy_from_device_async(x.data, x.nbytes, a)
with b: z = y * 2  # race
""",
    "a copy of what nobody writes": """
y.data.copy_from_device_async(x.data, x.nbytes, a)
with b: z = x * 2
""",
    # -- memory that is handed out again ---------------------------------------------------------
    "freed while another stream reads": """
with a: t = cp.ones(4096)
b.wait_event(a.record())
with b: u = t.sum()
del t
with a: w = cp.zeros(4096)  # race
""",
    "freed after an edge back": """
with a: t = cp.ones(4096)
b.wait_event(a.record())
with b: u = t.sum()
a.wait_event(b.record())
del t
with a: w = cp.zeros(4096)
""",
    "freed and handed out on the same stream": """
with a:
    t = cp.ones(4096)
    u = t.sum()
    del t
    w = cp.zeros(4096)
""",
    "freed, and the other stream allocates": """
with a: t = cp.ones(4096)
b.wait_event(a.record())
with b: u = t.sum()
del t
with b: w = cp.zeros(4096)
""",
    "a temporary as an argument of a kernel on another stream": """
kernel((1,), (n,), (x + 1, y), stream=a)  # race
""",
    "pinned memory is handed out while a copy reads it": """
p = cupyx.zeros_pinned(n)
with a: x.set(p)
del p
q = cupyx.zeros_pinned(n)  # race
""",
    # -- loops, graphs, streams that end ----------------------------------------------------------
    "double buffering with the edge forward alone": """
p = [cp.zeros(n), cp.zeros(n)]
cp.cuda.Device().synchronize()
for i in range(4):
    with a: p[i % 2].fill(i)  # race
    b.wait_event(a.record())
    with b: y += p[i % 2]
""",
    "double buffering with both edges": """
p, free = [cp.zeros(n), cp.zeros(n)], [None, None]
cp.cuda.Device().synchronize()
for i in range(4):
    if free[i % 2] is not None: a.wait_event(free[i % 2])
    with a: p[i % 2].fill(i)
    b.wait_event(a.record())
    with b: y += p[i % 2]
    free[i % 2] = b.record()
""",
    "a graph and a reader": """
with a:
    a.begin_capture()
    x += 1
    g = a.end_capture()
g.launch(a)
with b: y = x * 2  # race
""",
    "a graph, and an event behind it": """
with a:
    a.begin_capture()
    x += 1
    g = a.end_capture()
g.launch(a)
b.wait_event(a.record())
with b: y = x * 2
""",
    "one graph on two streams": """
with a:
    a.begin_capture()
    x += 1
    g = a.end_capture()
g.launch(a)
g.launch(b)  # race
""",
    "work goes on when its stream is gone": """
def work():
    s = cp.cuda.Stream(non_blocking=True)
    with s: x.fill(1)
work()
t = cp.cuda.Stream(non_blocking=True)
with t: y = x * 2  # race
""",
    # -- streams and events as numbers -----------------------------------------------------------
    "an event by its number": """
e = cp.cuda.Event()
with a: x += 1
cp.cuda.runtime.eventRecord(e.ptr, a.ptr)
cp.cuda.runtime.streamWaitEvent(stream=b.ptr, event=e.ptr)
with b: y = x * 2
""",
    "an event by its number, recorded too early": """
e = cp.cuda.Event()
cp.cuda.runtime.eventRecord(event=e.ptr, stream=a.ptr)
with a: x += 1
cp.cuda.runtime.streamWaitEvent(b.ptr, e.ptr)
with b: y = x * 2  # race
""",
    "the host waits for an event by its number": """
e = cp.cuda.Event()
with a: x += 1
e.record(stream=a)
cp.cuda.runtime.eventSynchronize(event=e.ptr)
with b: y = x * 2
""",
    "the host asks for a stream by its number until it is done": """
with a: x += 1
while cp.cuda.runtime.streamQuery(a.ptr): pass
with b: y = x * 2
""",
    "a copy whose arguments have names": """
with a: x += 1
cp.cuda.runtime.memcpyAsync(dst=y.data.ptr, src=x.data.ptr, size=x.nbytes, kind=3, stream=b.ptr)  # race
""",
    "a wait whose argument has a name": """
with a: x += 1
b.wait_event(event=a.record())
with b: y = x * 2
""",
    "leaving a with waits for nothing": """
with a:
    with b: x += 1
    y = x * 2  # race
""",
    "use, then another stream": """
a.use()
x += 1
b.use()
y = x * 2  # race
""",
}
