import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def gen():
    with s1:
        for i in range(4):
            yield x * i


for r in gen():
    break
with s2:
    z = r + 1  # expect: CUP101
