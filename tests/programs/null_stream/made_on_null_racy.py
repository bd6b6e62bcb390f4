import cupy as cp


def blend(stream, n):
    with stream:
        acc = cp.zeros(n)
    w = cp.linspace(0, 1, n)
    with stream:
        acc += w  # expect: CUP101
    stream.synchronize()
    return acc


compute = cp.cuda.Stream(non_blocking=True)
print(blend(compute, 1 << 20).sum())
