import cupy as cp


def smooth(x):
    with smooth.stream:
        return cp.sqrt(x)  # expect: CUP101


smooth.stream = cp.cuda.Stream(non_blocking=True)


def main(n):
    y = smooth(cp.ones(n))
    return y.get()  # expect: CUP103
