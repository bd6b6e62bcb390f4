import cupy as cp

pool = cp.cuda.MemoryAsyncPool()
fill = cp.ElementwiseKernel("float64 value", "float64 y", "y = value", "fill_it")
s, t = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
n = 1 << 20

with cp.cuda.using_allocator(pool.malloc):
    with s:
        a = fill(1.0, size=n)
    t.wait_event(s.record())
    with t:
        total = a.sum()
    del a
with s:
    b = cp.zeros(n)
