import cupy as cp


def stage(stream, fn, a):
    with stream:
        return fn(a)  # expect: CUP101


s, t = cp.cuda.Stream(), cp.cuda.Stream()
x = cp.ones(1 << 20)
y = stage(s, cp.sqrt, x)
z = stage(t, cp.exp, y)
cp.cuda.Device().synchronize()
print(z.sum())
