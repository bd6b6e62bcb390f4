import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    a = x * 2
    here = cp.cuda.get_current_stream()
here.synchronize()
b = a + 1
