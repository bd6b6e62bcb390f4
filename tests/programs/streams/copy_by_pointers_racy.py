"""memcpy with data pointers on a stream, then read on null."""

import cupy as cp
import numpy as np


def main():
    s = cp.cuda.Stream(non_blocking=True)
    src = np.ones(1000)
    dst = cp.empty(1000)
    dst.data.copy_from_host_async(src.ctypes.data, src.nbytes, s)
    print(float(dst.sum()))  # expect: CUP101


main()
