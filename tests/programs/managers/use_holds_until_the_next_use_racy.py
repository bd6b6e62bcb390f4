import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

s1.use()
a = x * 2
b = a + 1
s2.use()
c = b + 1  # expect: CUP101
cp.cuda.Stream.null.use()
d = c + 1  # expect: CUP101
