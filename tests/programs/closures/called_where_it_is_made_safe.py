import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def make(n):
    stream = cp.cuda.Stream(non_blocking=True)

    def run(x):
        with stream:
            x += 1
        stream.synchronize()

    with stream:
        x = cp.zeros(n)
    run(x)
    return run
