import cupy as cp


def batches(n, stream):
    for k in range(n):
        with stream:
            b = cp.full(1 << 18, k, dtype=cp.float32)
            b *= 2
        stream.synchronize()
        yield k, b


loader = cp.cuda.Stream(non_blocking=True)
total = cp.zeros(1 << 18, dtype=cp.float32)
for k, b in batches(5, loader):
    total += b
    cp.cuda.Stream.null.synchronize()
print(total.sum())
