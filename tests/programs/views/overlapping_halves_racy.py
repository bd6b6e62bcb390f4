import cupy as cp

n = 1 << 20
a = cp.cuda.Stream(non_blocking=True)
b = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(n)
cp.cuda.Device().synchronize()

left, right = x[: n // 2 + 1], x[n // 2 :]
with a:
    left += 1
with b:
    right -= 1  # expect: CUP101
a.synchronize()
b.synchronize()
flat = x.reshape(-1, 2)
with a:
    flat[:, 0] = 1
with b:
    t = x.sum()  # expect: CUP101
cp.cuda.Device().synchronize()
print(t)
