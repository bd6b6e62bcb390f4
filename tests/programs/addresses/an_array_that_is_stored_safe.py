import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class A:
    def f(self, n):
        z = cp.zeros(n)
        self.z = z
        self.p = z.data.ptr
