import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def make(n):
    stream = cp.cuda.Stream(non_blocking=True)
    x = cp.zeros(n)

    def run():
        with stream:
            x.sum()  # expect: CUP101
        stream.synchronize()

    return run
