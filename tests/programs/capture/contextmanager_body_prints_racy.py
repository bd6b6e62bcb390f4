import contextlib

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@contextlib.contextmanager
def capturing(stream, holder):
    with stream:
        stream.begin_capture()
        try:
            yield
        finally:
            holder.append(stream.end_capture())


graphs = []
with capturing(s1, graphs):
    cp.add(x, y, out=y)
    print(y[0])  # expect: CUP503
