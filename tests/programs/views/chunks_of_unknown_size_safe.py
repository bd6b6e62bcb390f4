import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def run(a: cp.ndarray, out: cp.ndarray, chunk: int):
    n = a.size
    streams = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
    ready = cp.cuda.get_current_stream().record()
    for stream in streams:
        stream.wait_event(ready)
    for k, start in enumerate(range(0, n, chunk)):
        stop = min(start + chunk, n)
        stream = streams[k % 4]
        with stream:
            cp.multiply(a[start:stop], 2, out=out[start:stop])
    for stream in streams:
        stream.synchronize()
    return out
