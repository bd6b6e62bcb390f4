"""What the published tests of other detectors are about, said in CuPy: which case is which program, and its truth.

Sources: `TestEventHandler` and `TestArgumentHandler` of PyTorch's `test/test_cuda_sanitizer.py` (CSAN), `test/runtime`
and `test/multi_gpu` of tudasc/cusan (CuSan), and the section on stream-ordered races of the manual of
compute-sanitizer. A library that uses memory from the host (MPI) is the host itself here. A line with ``# race`` is as
in `programs`.
"""

from __future__ import annotations

from tests.dynamic import programs

PRELUDE = f"""{programs.PRELUDE}\
s, t, null = cp.cuda.Stream(), cp.cuda.Stream(), cp.cuda.Stream.null
m = cp.ndarray(n, memptr=cp.cuda.MemoryPointer(cp.cuda.UnownedMemory(h.ctypes.data, h.nbytes, h), 0))
more = [cp.cuda.Stream(non_blocking=True) for _ in range(11)]
arrays = [cp.zeros(n) for _ in range(10)]
write = cp.RawKernel('extern "C" __global__ void w(double* q) {{ q[threadIdx.x] = threadIdx.x; }}', 'w')
copies = 'extern "C" __global__ void r(const double* p, double* q) {{ q[threadIdx.x] = p[threadIdx.x]; }}'
read = cp.RawKernel(copies, 'r')
cp.cuda.Device().synchronize()
"""
"""Blocking streams `s` and `t`, and `m`: the memory of the pinned array `h`, for a device."""

PROGRAMS = {
    # -- CSAN ------------------------------------------------------------------------------------
    "a kernel without arguments": """
nothing = cp.RawKernel('extern "C" __global__ void e() {}', 'e')
nothing((1,), (1,), (), stream=a)
""",
    "a write after a read, with an event": """
with a: u = x * 2
b.wait_event(a.record())
with b: x.fill(1)
""",
    "one reader waits, the other does not": """
with a: x += 1
b.wait_event(a.record())
with b: u = x * 2
with c: v = x * 3  # race
""",
    "two readers wait, then one of them writes": """
with a: x += 1
e = a.record()
b.wait_event(e)
c.wait_event(e)
with b: u = x * 2
with c: v = x * 3
with b: x += 1  # race
""",
    "a chain of ten events": """
with more[0]: u = x * 2
for one, other in zip(more, more[1:]): other.wait_event(one.record())
with more[-1]: x += 1
""",
    "a read behind the record": """
with a: u = x * 2
e = a.record()
with a: v = x * 3
b.wait_event(e)
with b: x += 1  # race
""",
    "an event that replaces the recorded one": """
with a: u = x * 2
e = a.record()
e = cp.cuda.Event()
b.wait_event(e)
with b: x += 1  # race
""",
    "the last of ten readers is not waited for": """
e = []
for one in more[1:]:
    with one: u = x * 2
    e.append(one.record())
for one in e[:-1]: a.wait_event(one)
with a: x += 1  # race
""",
    "all of ten readers are waited for": """
e = []
for one in more[1:]:
    with one: u = x * 2
    e.append(one.record())
for one in e: a.wait_event(one)
with a: x += 1
""",
    "ten arrays": """
with a:
    for one in arrays: one += 1
with b:
    for one in arrays: one += 1  # race
""",
    "two streams wait for each other, and go on": """
with a: x += 1
with b: y += 1
e, f = a.record(), b.record()
with a: x += 1
with b: y += 1
b.wait_event(e)
a.wait_event(f)
a.wait_event(b.record())
with a: x += y; y += 1
""",
    "an event recorded on another stream before the wait": """
e = cp.cuda.Event()
with a: u = x * 2
with b: v = y * 2
e.record(a)
e.record(b)
c.wait_event(e)
with c: x += 1  # race
""",
    "two streams wait for one event": """
with a: x += 1
e = a.record()
b.wait_event(e)
c.wait_event(e)
with b: u = x * 2
with c: v = x * 3
""",
    "the host waits for the device, ten streams": """
for one, array in zip(more[1:], arrays):
    with one: array += 1
cp.cuda.Device().synchronize()
with more[0]:
    for array in arrays: array += 1
""",
    "a wait for the device is for what came before": """
with a: x += 1
cp.cuda.Device().synchronize()
with a: x += 1
with b: x += 1  # race
""",
    "a stream that is made after the wait": """
with a: x += 1
cp.cuda.Device().synchronize()
with cp.cuda.Stream(non_blocking=True): x += 1
""",
    "the host waits for one of two streams": """
with a: x += 1
with b: y += 1
a.synchronize()
with c: u = x * 2
with more[0]: v = x * 3
with more[1]: w = y * 2  # race
""",
    "the host waits for an event, and the stream goes on": """
with a: x += 1
e = a.record()
with a: y += 1
e.synchronize()
with b: x += 1
with b: y += 1  # race
""",
    "both operands are read, the result is written": """
with a: z = x + y
with b: u = x + y
with c: x += 1  # race
with more[0]: y += 1  # race
with more[1]: z += 1  # race
""",
    "all parts of a concatenation are read": """
with a: u = cp.concatenate([x, y, z])
with b: x += 1  # race
with b: z += 1  # race
with c: u += 1  # race
""",
    "split makes views": """
with a: x += 1
with b: first, second = cp.split(x, 2)
with b: second += 1  # race
""",
    "an operation in place": """
with a: x += 5
with b: u = x * 2  # race
""",
    "nonzero reads": """
with a: x += 1
with b: u = cp.nonzero(x)  # race
""",
    "one array is two arguments": """
with a: u = cp.outer(x, x)
with b: x += 1  # race
""",
    # -- compute-sanitizer -----------------------------------------------------------------------
    "used on another stream before it is allocated": """
with cp.cuda.using_allocator(cp.cuda.MemoryAsyncPool().malloc):
    with a: u = cp.empty(4096)
with b: u.fill(1)  # race
""",
    "used on another stream, with an event behind the allocation": """
with cp.cuda.using_allocator(cp.cuda.MemoryAsyncPool().malloc):
    with a: u = cp.empty(4096)
b.wait_event(a.record())
with b: u.fill(1)
""",
    "used by its address before it is allocated": """
p = cp.cuda.runtime.mallocAsync(512, a.ptr)
cp.cuda.runtime.memsetAsync(p, 0, 512, b.ptr)  # race
""",
    "given back before it is allocated": """
p = cp.cuda.runtime.mallocAsync(512, a.ptr)
cp.cuda.runtime.freeAsync(p, b.ptr)  # race
""",
    "used after it is given back": """
p = cp.cuda.runtime.mallocAsync(512, a.ptr)
b.wait_event(a.record())
cp.cuda.runtime.freeAsync(p, a.ptr)
cp.cuda.runtime.memcpyAsync(x.data.ptr, p, 512, cp.cuda.runtime.memcpyDeviceToDevice, b.ptr)  # race
""",
    "given back while another stream uses it": """
p = cp.cuda.runtime.mallocAsync(512, a.ptr)
b.wait_event(a.record())
cp.cuda.runtime.memsetAsync(p, 0, 512, b.ptr)
cp.cuda.runtime.freeAsync(p, a.ptr)  # race
""",
    "given back when the other stream is done": """
p = cp.cuda.runtime.mallocAsync(512, a.ptr)
b.wait_event(a.record())
cp.cuda.runtime.memsetAsync(p, 0, 512, b.ptr)
a.wait_event(b.record())
cp.cuda.runtime.freeAsync(p, a.ptr)
""",
    # -- CuSan -----------------------------------------------------------------------------------
    "the host reads behind a kernel": """
write((1,), (n,), (m,), stream=null)
e = null.record()
print(h[0])  # race
""",
    "the host waits for the event behind a kernel": """
write((1,), (n,), (m,), stream=null)
null.record().synchronize()
print(h[0])
""",
    "the host waits for the device behind a kernel": """
write((1,), (n,), (m,), stream=null)
cp.cuda.Device().synchronize()
print(h[0])
""",
    "a kernel while another thread still writes": """
came = []
def receive():
    h[:] = 1
    came.append(1)
thread = threading.Thread(target=receive)
thread.start()
while not came: pass
write((1,), (n,), (m,), stream=null)  # race
thread.join()
""",
    "a kernel when the other thread has written": """
def receive(): h[:] = 1
thread = threading.Thread(target=receive)
thread.start()
thread.join()
write((1,), (n,), (m,), stream=null)
""",
    "the host reads behind a kernel on a stream": """
write((1,), (n,), (m,), stream=s)
print(h[0])  # race
""",
    "the host waits for the stream of the kernel": """
write((1,), (n,), (m,), stream=s)
s.synchronize()
print(h[0])
""",
    "the host and a kernel read": """
read((1,), (n,), (m, x), stream=null)
print(h[0])
""",
    "the host reads behind a blocking copy": """
m.data.memset(255, m.nbytes)
cp.cuda.Device().synchronize()
m.set(np.zeros(n), null)
null.synchronize()
print(h[0])
""",
    "a copy from the host to the host": """
g = cupyx.zeros_pinned(n)
h[:] = 0
cp.cuda.runtime.memcpy(g.ctypes.data, h.ctypes.data, h.nbytes, cp.cuda.runtime.memcpyDefault)
print(h[0])
""",
    "pinned memory that nobody uses": """
g, f = cp.cuda.alloc_pinned_memory(512), cupyx.empty_pinned(n)
del g, f
""",
    "the host reads one of two buffers": """
write((1,), (n,), (x,), stream=s)
write((1,), (n,), (m,), stream=t)
write((1,), (n,), (m,), stream=t)
print(h[0])  # race
""",
    "the host waits, and reads one of two buffers": """
write((1,), (n,), (x,), stream=s)
write((1,), (n,), (m,), stream=t)
write((1,), (n,), (m,), stream=t)
cp.cuda.Device().synchronize()
print(h[0])
""",
    "two buffers, and a third kernel that writes the other stream's": """
write((1,), (n,), (x,), stream=s)
write((1,), (n,), (y,), stream=t)
write((1,), (n,), (y,), stream=t)
write((1,), (n,), (y,), stream=s)  # race
""",
    "two buffers, and a third kernel behind a wait": """
write((1,), (n,), (x,), stream=s)
write((1,), (n,), (y,), stream=t)
write((1,), (n,), (y,), stream=t)
cp.cuda.Device().synchronize()
write((1,), (n,), (y,), stream=s)
""",
    "a kernel made of an expression": """
k = cp.ElementwiseKernel('', 'float64 q', 'q = i + 1', 'k')
k(m)
e = null.record()
print(h[0])  # race
""",
    "a kernel made of an expression, and a wait": """
k = cp.ElementwiseKernel('', 'float64 q', 'q = i + 1', 'k')
k(m)
null.record().synchronize()
print(h[0])
""",
    "the host waits for a stream that waits for nothing": """
write((1,), (n,), (m,), stream=s)
write((1,), (n,), (y,), stream=t)
t.synchronize()
print(h[0])  # race
""",
    "a memset on the default stream between two blocking streams": """
write((1,), (n,), (m,), stream=s)
z.data.memset(0, 8)
write((1,), (n,), (y,), stream=t)
t.synchronize()
print(h[0])
""",
    "a memset on the default stream orders no non-blocking one": """
write((1,), (n,), (m,), stream=a)
z.data.memset(0, 8)
write((1,), (n,), (y,), stream=t)
t.synchronize()
print(h[0])  # race
""",
    "a memset on the default stream, and a wait for the non-blocking one": """
write((1,), (n,), (m,), stream=a)
z.data.memset(0, 8)
a.synchronize()
write((1,), (n,), (y,), stream=t)
t.synchronize()
print(h[0])
""",
    "a copy on another blocking stream": """
write((1,), (n,), (x,), stream=s)
with t: x.get(out=h, blocking=False)  # race
t.synchronize()
print(h[0])
""",
    "the host reads while the stream is not asked": """
write((1,), (n,), (m,), stream=s)
print(h[0])  # race
""",
    "the host asks until the stream says that it is done": """
write((1,), (n,), (m,), stream=s)
while not s.done: pass
print(h[0])
""",
    "the host reads while the event is not asked": """
e = cp.cuda.Event()
write((1,), (n,), (m,), stream=s)
e.record(s)
print(h[0])  # race
""",
    "the host asks until the event says that it is done": """
e = cp.cuda.Event()
write((1,), (n,), (m,), stream=s)
e.record(s)
while not e.done: pass
print(h[0])
""",
    "the host asks an event that blocks": """
e = cp.cuda.Event(block=True)
write((1,), (n,), (m,), stream=s)
e.record(s)
while not e.done: pass
print(h[0])
""",
    "a copy between host arrays on the default stream": """
p, q = np.zeros(1), np.zeros(1)
write((1,), (n,), (x,), stream=s)
cp.cuda.runtime.memcpy(p.ctypes.data, q.ctypes.data, 8, cp.cuda.runtime.memcpyHostToHost)
with t: x.get(out=h, blocking=False)
t.synchronize()
print(h[0])
""",
    "a copy between host arrays orders no non-blocking streams": """
p, q = np.zeros(1), np.zeros(1)
write((1,), (n,), (x,), stream=a)
cp.cuda.runtime.memcpy(p.ctypes.data, q.ctypes.data, 8, cp.cuda.runtime.memcpyHostToHost)
with b: x.get(out=h, blocking=False)  # race
b.synchronize()
print(h[0])
""",
    "a copy between host arrays, and a wait for the non-blocking stream": """
p, q = np.zeros(1), np.zeros(1)
write((1,), (n,), (x,), stream=a)
cp.cuda.runtime.memcpy(p.ctypes.data, q.ctypes.data, 8, cp.cuda.runtime.memcpyHostToHost)
a.synchronize()
with b: x.get(out=h, blocking=False)
b.synchronize()
print(h[0])
""",
    "a copy between host arrays, and the host reads": """
p, q = np.zeros(1), np.zeros(1)
write((1,), (n,), (m,), stream=s)
cp.cuda.runtime.memcpy(p.ctypes.data, q.ctypes.data, 8, cp.cuda.runtime.memcpyHostToHost)
print(h[0])
""",
    "work on the default stream behind a stream": """
write((1,), (n,), (m,), stream=s)
write((1,), (n,), (y,), stream=null)
print(h[0])  # race
""",
    "a wait for the default stream is for blocking ones": """
write((1,), (n,), (m,), stream=s)
write((1,), (n,), (y,), stream=null)
null.synchronize()
print(h[0])
""",
    "four chunks on four streams": """
write((1,), (n,), (x,), stream=s)
s.synchronize()
parts = [slice(i * n // 4, (i + 1) * n // 4) for i in range(4)]
for part, one in zip(parts, more):
    with one: x[part].get(out=h[part], blocking=False)
for part, one in zip(parts, more):
    one.synchronize()
    print(h[part].sum())
""",
    "one half is read while the other one is written": """
write((1,), (n // 2,), (m[: n // 2],), stream=s)
s.synchronize()
write((1,), (n // 2,), (m[n // 2 :],), stream=s)
print(h[0])
s.synchronize()
print(h[n // 2])
""",
    "work on a stream behind the default one": """
write((1,), (n,), (m,), stream=null)
write((1,), (n,), (y,), stream=s)
print(h[0])  # race
""",
    "a wait for a blocking stream is for the default one": """
write((1,), (n,), (m,), stream=null)
write((1,), (n,), (y,), stream=s)
s.synchronize()
print(h[0])
""",
    "a wait for a non-blocking stream is not for the default one": """
write((1,), (n,), (m,), stream=null)
write((1,), (n,), (y,), stream=a)
a.synchronize()
print(h[0])  # race
""",
    "a wait for a non-blocking stream, and one for the device": """
write((1,), (n,), (m,), stream=null)
write((1,), (n,), (y,), stream=a)
a.synchronize()
cp.cuda.Device().synchronize()
print(h[0])
""",
    "a wait for the default stream is not for non-blocking ones": """
write((1,), (n,), (m,), stream=a)
null.synchronize()
print(h[0])  # race
""",
    "a wait for the idle default stream is for blocking ones": """
write((1,), (n,), (m,), stream=s)
null.synchronize()
print(h[0])
""",
    "the default stream between two streams, and no wait": """
write((1,), (n,), (m,), stream=s)
write((1,), (n,), (y,), stream=null)
write((1,), (n,), (y,), stream=t)
print(h[0])  # race
""",
    "the default stream between two streams, and a wait for the second": """
write((1,), (n,), (m,), stream=s)
write((1,), (n,), (y,), stream=null)
write((1,), (n,), (y,), stream=t)
t.synchronize()
print(h[0])
""",
    "rows with padding": """
rows = m.reshape(8, 8)
write((1,), (n,), (rows,), stream=null)
print(h.reshape(8, 8)[:, :4].sum())  # race
""",
    "rows with padding, and a wait": """
rows = m.reshape(8, 8)
write((1,), (n,), (rows,), stream=null)
cp.cuda.Device().synchronize()
print(h.reshape(8, 8)[:, :4].sum())
""",
    "rows are copied on another stream": """
write((1,), (n,), (x,), stream=s)
with t: x.reshape(8, 8)[:4].get(out=h.reshape(8, 8)[:4], blocking=False)  # race
t.synchronize()
print(h[0])
""",
    "rows are copied twice, first on the default stream": """
write((1,), (n,), (x,), stream=s)
first = x.reshape(8, 8)[:4].get(null)
with t: x.reshape(8, 8)[:4].get(out=h.reshape(8, 8)[:4], blocking=False)
t.synchronize()
print(h[0])
""",
    "a memset on the default stream between a kernel and a copy": """
urgent = cp.cuda.Stream(priority=-1)
write((1,), (n,), (x,), stream=s)
z.data.memset(0, z.nbytes)
with urgent: x.get(out=h, blocking=False)
urgent.synchronize()
print(h[0])
""",
    "two kernels, and an event that nobody waits for": """
write((1,), (n,), (x,), stream=s)
e = s.record()
write((1,), (n,), (x,), stream=t)  # race
""",
    "two kernels, and the host waits for the event": """
write((1,), (n,), (x,), stream=s)
s.record().synchronize()
write((1,), (n,), (x,), stream=t)
""",
    "a copy to pageable memory on another stream": """
write((1,), (n,), (x,), stream=s)
with t: host = x.get()  # race
""",
    "a copy to pageable memory behind a wait": """
write((1,), (n,), (x,), stream=s)
s.synchronize()
with t: host = x.get()
""",
    "a reader on another stream, and the default stream behind both": """
write((1,), (n,), (x,), stream=s)
e = s.record()
read((1,), (n,), (x, y), stream=t)  # race
host = x.get(null)
""",
    "a reader that waits, and the default stream behind both": """
write((1,), (n,), (x,), stream=s)
t.wait_event(s.record())
read((1,), (n,), (x, y), stream=t)
host = x.get(null)
""",
    "one of two pointers is null": """
k = cp.RawKernel('extern "C" __global__ void k(double* q, double* p) { q[threadIdx.x] = 1; if (p) p[0] = 2; }', 'k')
k((1,), (n,), (m, np.intp(0)), stream=null)
print(h[0])  # race
""",
    "one of two pointers is null, and a wait": """
k = cp.RawKernel('extern "C" __global__ void k(double* q, double* p) { q[threadIdx.x] = 1; if (p) p[0] = 2; }', 'k')
k((1,), (n,), (m, np.intp(0)), stream=null)
cp.cuda.Device().synchronize()
print(h[0])
""",
    "a wait for another device": """
write((1,), (n,), (m,), stream=null)
with cp.cuda.Device(1):
    u = cp.zeros(n)
    cp.cuda.Device(1).synchronize()
print(h[0])  # race
""",
    "a wait for each of two devices": """
write((1,), (n,), (m,), stream=null)
cp.cuda.Device(0).synchronize()
with cp.cuda.Device(1):
    u = cp.zeros(n)
    cp.cuda.Device(1).synchronize()
print(h[0])
""",
    "the host reads when another device is current": """
write((1,), (n,), (m,), stream=null)
e = null.record()
with cp.cuda.Device(1): print(h[0])  # race
""",
    "the host waits for the event of another device": """
write((1,), (n,), (m,), stream=null)
e = null.record()
with cp.cuda.Device(1):
    e.synchronize()
    print(h[0])
""",
}
"""Those that no program of `programs` says."""

YES, NO = True, False

_KERNEL = "the host reads behind a kernel", "the host waits for the device behind a kernel"
_MEMSET = "a memset on the default stream orders no non-blocking one"
_BUFFERS = (
    "two buffers, and a third kernel that writes the other stream's",
    "two buffers, and a third kernel behind a wait",
)
_DEFAULT = "work on the default stream behind a stream", "a wait for the default stream is for blocking ones"

_BOTH = {  # of CuSan: without and with the wait (CUSAN_SYNC)
    "02_event": ("the host reads behind a kernel", "the host waits for the event behind a kernel"),
    "03_cuda_to_mpi": _KERNEL,
    "04_mpi_to_cuda": ("a kernel while another thread still writes", "a kernel when the other thread has written"),
    "05_cuda_to_mpi_stream": (
        "the host reads behind a kernel on a stream",
        "the host waits for the stream of the kernel",
    ),
    "06_cuda_to_mpi_event": ("the host reads behind a kernel", "the host waits for the event behind a kernel"),
    "11_cuda_to_mpi_struct_of_buff": (
        "the host reads one of two buffers",
        "the host waits, and reads one of two buffers",
    ),
    "11_struct_of_buff": _BUFFERS,
    "13_struct_recursion": _BUFFERS,
    "14_cuda_functor": ("a kernel made of an expression", "a kernel made of an expression, and a wait"),
    "15_cuda_memset_sync": (
        "the host waits for a stream that waits for nothing",
        "a memset on the default stream between two blocking streams",
    ),
    "15_cuda_memset_sync_nonblocking": (
        _MEMSET,
        "a memset on the default stream, and a wait for the non-blocking one",
    ),
    "17_cuda_stream_query_busy_loop": (
        "the host reads while the stream is not asked",
        "the host asks until the stream says that it is done",
    ),
    "18_cuda_event_query_busy_loop": (
        "the host reads while the event is not asked",
        "the host asks until the event says that it is done",
    ),
    "18_cuda_event_with_flags_query_busy_loop": (
        "the host reads while the event is not asked",
        "the host asks an event that blocks",
    ),
    "18_cuda_to_mpi_event_query_busy_loop": (
        "the host reads while the event is not asked",
        "the host asks until the event says that it is done",
    ),
    "19_cuda_cudaMemcpyAsyncH2H_implicit_sync": (
        "a copy on another blocking stream",
        "a copy between host arrays on the default stream",
    ),
    "19_cuda_cudaMemcpyAsyncH2H_implicit_sync_nonblocking": (
        "a copy between host arrays orders no non-blocking streams",
        "a copy between host arrays, and a wait for the non-blocking stream",
    ),
    "19_cuda_to_mpi_send_cudaMemcpyAsyncH2H_implicit_sync": (
        "the host reads behind a kernel on a stream",
        "a copy between host arrays, and the host reads",
    ),
    "20_cuda_default_stream_sync": _DEFAULT,
    "20_cuda_to_mpi_send_ds_sync_w_r": _DEFAULT,
    "23_cuda_default_stream_post_sync": (
        "work on a stream behind the default one",
        "a wait for a blocking stream is for the default one",
    ),
    "23_cuda_default_stream_post_sync_nonblocking": (
        "a wait for a non-blocking stream is not for the default one",
        "a wait for a non-blocking stream, and one for the device",
    ),
    "24_cuda_sync_stream_default_nonblocking": (
        "a wait for the default stream is not for non-blocking ones",
        "a wait for the idle default stream is for blocking ones",
    ),
    "25_cuda_default_stream_double_sync": (
        "the default stream between two streams, and no wait",
        "the default stream between two streams, and a wait for the second",
    ),
    "26_malloc_pitch": ("rows with padding", "rows with padding, and a wait"),
    "27_cuda_memcpy2d_implicit_syn": (
        "rows are copied on another stream",
        "rows are copied twice, first on the default stream",
    ),
    "28_cuda_memset2d_implicit_syn": (
        "rows are copied on another stream",
        "a memset on the default stream between a kernel and a copy",
    ),
    "29_tsan_cuda_to_mpi": _KERNEL,
    "30_tsan_annotate_cuda_to_mpi": _KERNEL,
    "31_tsan_cuda_event": (
        "two kernels, and an event that nobody waits for",
        "two kernels, and the host waits for the event",
    ),
    "32_tsan_async_copy": (
        "a copy to pageable memory on another stream",
        "a copy to pageable memory behind a wait",
    ),
    "33_tsan_wait_event": (
        "a reader on another stream, and the default stream behind both",
        "a reader that waits, and the default stream behind both",
    ),
    "35_struct_null": ("one of two pointers is null", "one of two pointers is null, and a wait"),
    "multi_gpu/01_device_sync": ("a wait for another device", "a wait for each of two devices"),
    "multi_gpu/02_device_sync_event": (
        "the host reads when another device is current",
        "the host waits for the event of another device",
    ),
}

CASES: dict[str, dict[str, tuple[str, bool]]] = {
    "CSAN": {
        "test_empty_kernel_launch": ("a kernel without arguments", NO),
        "test_simple_passing": ("two reads", NO),
        "test_simple_error": ("a write after a read", YES),
        "test_simple_sync": ("a write after a read, with an event", NO),
        "test_reads_check_last_write": ("one reader waits, the other does not", YES),
        "test_branch_sync": ("two readers wait, then one of them writes", YES),
        "test_chain_sync": ("a chain of ten events", NO),
        "test_expired_record": ("a read behind the record", YES),
        "test_deleted_record (made anew)": ("an event that replaces the recorded one", YES),
        "test_all_reads_checked_failing": ("the last of ten readers is not waited for", YES),
        "test_all_reads_checked_passing": ("all of ten readers are waited for", NO),
        "test_multiple_errors": ("ten arrays", YES),
        "test_correct_state_merging": ("two streams wait for each other, and go on", NO),
        "test_record_override": ("an event recorded on another stream before the wait", YES),
        "test_multiple_wait": ("two streams wait for one event", NO),
        "test_device_synchronize": ("the host waits for the device, ten streams", NO),
        "test_device_synchronization_expired": ("a wait for the device is for what came before", YES),
        "test_new_stream_is_synchronized": ("a stream that is made after the wait", NO),
        "test_stream_synchronize": ("the host waits for one of two streams", YES),
        "test_event_synchronize": ("the host waits for an event, and the stream goes on", YES),
        "test_add": ("both operands are read, the result is written", YES),
        "test_cat": ("all parts of a concatenation are read", YES),
        "test_split": ("split makes views", YES),
        "test_inplace": ("an operation in place", YES),
        "test_out": ("out of a ufunc", YES),
        "test_nonzero": ("nonzero reads", YES),
        "test_tensor_names": ("one array is two arguments", YES),
    },
    "compute-sanitizer": {
        "use-before-alloc": ("used on another stream before it is allocated", YES),
        "use-before-alloc (synchronized)": ("used on another stream, with an event behind the allocation", NO),
        "use-before-alloc (by address)": ("used by its address before it is allocated", YES),
        "use-before-alloc (freed)": ("given back before it is allocated", YES),
        "use-after-free": ("used after it is given back", YES),
        "use-after-free (in flight)": ("given back while another stream uses it", YES),
        "use-after-free (synchronized)": ("given back when the other stream is done", NO),
    },
    "CuSan": {
        **{name: (plain, YES) for name, (plain, _) in _BOTH.items()},
        **{f"{name} (synchronized)": (waits, NO) for name, (_, waits) in _BOTH.items()},
        "07_cuda_to_mpi_read": ("the host and a kernel read", NO),
        "08_cudamemcpy_to_mpi": ("the host reads behind a blocking copy", NO),
        "09_cudamemcpy_default": ("a copy from the host to the host", NO),
        "10_cudahostalloc": ("pinned memory that nobody uses", NO),
        "16_cuda_hostalloc_implicit_sync": ("a copy on another blocking stream", YES),
        "16_cuda_malloc_implicit_sync": ("a copy on another blocking stream", YES),
        "21_chunked_streams_example": ("four chunks on four streams", NO),
        "22_cuda_to_mpi_partial_buff_write": ("one half is read while the other one is written", NO),
    },
}
"""By list and case: the program, and whether the list wants it flagged."""

LEFT_OUT = {
    "CSAN": {
        "test_deleted_record (not made anew)": "in CuPy an event that is deleted cannot be waited for",
        "TestMessages": "about the wording of messages",
    },
    "compute-sanitizer": {
        "racecheck, synccheck": "about threads of one kernel: of what they do to each other `--dynamic` says nothing",
        "memcheck (accesses), initcheck": "about addresses outside of an array and memory that nobody wrote: no race",
    },
    "CuSan": {
        "12_struct_ptr, 34_negative_array": "pointers that a kernel reads from memory; marked there as failing",
        "16_* (synchronized)": "marked there as failing: that an allocation waits is documented nowhere",
        "pass/*, kernel_analysis/*": "about the compiled text; nothing is run",
    },
}
"""What no program stands for, and why."""


def text_of(name: str) -> str:
    """The whole program."""
    return PRELUDE + PROGRAMS[name] if name in PROGRAMS else programs.PRELUDE + programs.PROGRAMS[name]


def devices_of(text: str) -> int:
    """How many devices a program needs."""
    return 2 if "Device(1)" in text else 1


def table() -> list[str]:
    """The lists, as the documentation shows them."""
    rows = ["| list | case | program | flagged there | observed |", "|---|---|---|---|---|"]
    for source, cases in CASES.items():
        for case, (program, flagged) in sorted(cases.items()) if source == "CuSan" else cases.items():
            seen = "yes" if "# race" in text_of(program) else "no"
            rows.append(f"| {source} | `{case}` | {program} | {'yes' if flagged else 'no'} | {seen} |")
    return rows
