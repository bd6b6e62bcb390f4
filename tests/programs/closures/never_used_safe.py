import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def make(n):
    def run():
        x = cp.zeros(n)
        with cp.cuda.Stream(non_blocking=True):
            x += 1

    return n
