import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def main():
    begin = time.time()
    b = a
    for i in range(10):
        b = b @ a
        print(i, float(b[0, 0]))
    print("finished in", time.time() - begin)


main()
