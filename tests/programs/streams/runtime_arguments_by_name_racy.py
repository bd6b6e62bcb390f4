import cupy as cp

a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x, y = cp.zeros(64), cp.zeros(64)
cp.cuda.Device().synchronize()
with a:
    x += 1
cp.cuda.runtime.memcpyAsync(dst=y.data.ptr, src=x.data.ptr, size=x.nbytes, kind=3, stream=b.ptr)  # expect: CUP101
