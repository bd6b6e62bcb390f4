import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def double(values, stream):
    with stream:
        return values * 2


a = double(x, s1)
b = double(a, s1)
c = double(x, s2)
with s2:
    d = c + 1
    e = b + 1  # expect: CUP101
