import cupy as cp

stream = cp.cuda.Stream()


def run(n):
    x = cp.arange(n, dtype=cp.float32)
    x *= 2
    with stream:
        y = cp.sqrt(x)
        y += x
    total = y.sum()
    x.fill(0)
    with stream:
        y -= x
    return float(total), y.get()


for k in range(3):
    print(run(1 << 20))
