import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def work(n):
    with s1:
        a = x * 2
    if n > 3:
        s1.synchronize()
    else:
        raise ValueError(n)
    with s2:
        return a + 1
