import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

with cp.cuda.using_allocator(cp.cuda.malloc_async):
    for i in range(5):
        with s1:
            a = cp.full(1000, i)
        s2.wait_event(s1.record())
        with s2:
            z = a.sum()
        s1.wait_event(s2.record())
