import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def halve(n, values):
    with s1:
        values = values * 0.5
    return values if n == 0 else halve(n - 1, values)


a = halve(10, x)
s1.synchronize()
b = a + 1
