import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def gen():
    try:
        for i in range(4):
            with s1:
                r = x * i
            yield r
    finally:
        pass


for r in gen():
    break
with s2:
    z = r + 1  # expect: CUP101
