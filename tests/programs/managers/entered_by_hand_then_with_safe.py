import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
s.__enter__()
try:
    y = x * 2
    with t:
        other = cp.zeros(8)
    z = y + 1
finally:
    s.__exit__(None, None, None)
s.synchronize()
t.synchronize()
print(z.sum(), other)
