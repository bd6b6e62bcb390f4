import cupy as cp


def batches(n, stream):
    for k in range(n):
        with stream:
            b = cp.full(1 << 18, k, dtype=cp.float32)
            b *= 2
        yield b


loader = cp.cuda.Stream(non_blocking=True)
total = cp.zeros(1 << 18, dtype=cp.float32)
keep = []
for b in batches(5, loader):
    total += b  # expect: CUP103
    keep.append(b)
cp.cuda.Device().synchronize()
print(total.sum())
