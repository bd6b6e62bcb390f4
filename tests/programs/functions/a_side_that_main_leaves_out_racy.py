import cupy as cp
import numpy as np


def double(values, on_stream=False):
    stream = cp.cuda.Stream(non_blocking=True)
    x = cp.asarray(values)
    if on_stream:
        with stream:
            y = x * 2  # expect: CUP101
        stream.synchronize()
    else:
        y = x * 2
    return y


def main():
    print(double(np.arange(9.0)))


if __name__ == "__main__":
    main()
