import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def make(n):
    stream = cp.cuda.Stream(non_blocking=True)

    def run():
        x = cp.zeros(n)
        with stream:
            x += 1  # expect: CUP101
        stream.synchronize()

    return run
