import cupy as cp

n = 1 << 20
half = n // 2
a = cp.cuda.Stream(non_blocking=True)
b = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(n)
cp.cuda.Device().synchronize()

left, right = x[:half], x[half:]
with a:
    left += 1
with b:
    right -= 1
with a:
    x[0:1000].fill(2)
with b:
    x[n - 1000 :].fill(3)
a.synchronize()
b.synchronize()
print(x.sum())
