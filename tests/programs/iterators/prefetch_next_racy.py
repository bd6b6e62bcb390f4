import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def load(i):
    with s1:
        return x * i


it = iter(range(8))
cur = load(next(it))
for i in it:
    with s2:
        z = cur + 1  # expect: CUP101
    cur = load(i)
