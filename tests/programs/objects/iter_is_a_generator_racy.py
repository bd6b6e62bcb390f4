import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Parts:
    def __iter__(self):
        for k in range(3):
            with s1:
                a = x * k
            yield a


for part in Parts():
    with s2:
        b = part + 1  # expect: CUP101
