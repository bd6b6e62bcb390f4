import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def maybe_wait(stream):
    if not stream.is_capturing():
        stream.synchronize()


with s1:
    s1.begin_capture()
    cp.multiply(x, 2, out=y)
    maybe_wait(s1)
    graph = s1.end_capture()
