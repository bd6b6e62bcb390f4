import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def make(n):
    def run():
        with cp.cuda.Stream(non_blocking=True) as stream:
            x = cp.zeros(n)
            x += 1
        stream.synchronize()

    return run
