import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def double(values, stream=None):
    if stream is None:
        return values * 2
    with stream:
        return values * 2


a = double(x)
b = a + 1
c = double(x, s1)
d = c + 1  # expect: CUP103
