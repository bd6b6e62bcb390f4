import cupy as cp


def make(levels, overlap=False):
    if overlap:
        copies = cp.cuda.Stream(non_blocking=True)
        work = cp.cuda.Stream(non_blocking=True)
    else:
        copies = work = cp.cuda.Stream.null

    def scaled(block):
        if overlap:
            with copies:
                held = cp.multiply(levels, 2)
        else:
            held = cp.multiply(levels, 3)
        with work:
            return held.sum().get()  # expect: CUP101

    return scaled
