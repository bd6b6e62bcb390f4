import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def consume(values):
    with s2:
        return values + 1  # expect: CUP101


with s1:
    a = x * 2
b = consume(a)
