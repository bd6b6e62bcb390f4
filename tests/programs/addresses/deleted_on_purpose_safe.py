import cupy as cp


class A:
    def f(self, n):
        z = cp.zeros(n)
        self.p = z.data.ptr
        del z
