import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Box:
    def __init__(self, a):
        self.a = a

    @property
    def __cuda_array_interface__(self):
        return {"shape": self.a.shape, "typestr": "<f8", "data": (self.a.data.ptr, False), "version": 3, "stream": None}


with s1:
    z = x * 2
with s2:
    r = cp.asarray(Box(z)) + 1  # expect: CUP204
