import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def add(values, *more, stream=s2, **rest):
    with stream:
        return values + more[0]  # expect: CUP101


with s1:
    a = x * 2
add(y, a, stream=s1)
add(y, a)
