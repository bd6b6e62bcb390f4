import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def f(stream, error, arg):
    stream.synchronize()  # expect: CUP205


s1.add_callback(f, None)
