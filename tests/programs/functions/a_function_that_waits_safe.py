import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def finish(*streams):
    for stream in streams:
        stream.synchronize()


with s1:
    a = x * 2
finish(s1, s2)
b = a + 1
