import cupy as cp


class A:
    def f(self, n):
        z = cp.zeros(n)
        self.z = z
        self.p = z.data.ptr
