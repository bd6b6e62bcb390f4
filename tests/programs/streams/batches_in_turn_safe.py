import cupy as cp


def gemm_batches(a, b, n_streams=3):
    streams = [cp.cuda.Stream(non_blocking=True) for _ in range(n_streams)]
    c = cp.empty((len(a), a.shape[1], b.shape[2]))
    start = cp.cuda.Event()
    start.record()
    for s in streams:
        s.wait_event(start)
    for i in range(len(a)):
        with streams[i % n_streams]:
            cp.matmul(a[i], b[i], out=c[i])
    stop = [s.record() for s in streams]
    for e in stop:
        cp.cuda.get_current_stream().wait_event(e)
    return c


a = cp.random.rand(7, 8, 8)
b = cp.random.rand(7, 8, 8)
c = gemm_batches(a, b)
print(c.sum())
