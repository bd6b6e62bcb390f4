import cupy as cp


def make(n):
    stream = cp.cuda.Stream(non_blocking=True)
    x = cp.zeros(n)

    def prepare():
        cp.cuda.Stream.null.synchronize()

    def run():
        with stream:
            x.sum()  # maybe: CUP101
        stream.synchronize()

    return prepare, run
