import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Ready:
    def __bool__(self):
        s1.synchronize()
        return True


with s1:
    a = x * 2
if Ready():
    with s2:
        b = a + 1
