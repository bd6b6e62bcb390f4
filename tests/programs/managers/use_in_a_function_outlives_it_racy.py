import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def prepare():
    s1.use()


prepare()
a = x * 2
with s2:
    b = a + 1  # expect: CUP101
