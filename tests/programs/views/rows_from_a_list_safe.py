import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def scatter(rows, parts):
    out = cp.empty((8, 1024))
    streams = [s, t]
    cp.cuda.Device().synchronize()
    for row, part, stream in zip(rows, parts, streams):
        with stream:
            out[row] = part  # maybe: CUP102
    for stream in streams:
        stream.synchronize()
    return out
