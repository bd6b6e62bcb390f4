import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Fence:
    def __rshift__(self, stream):
        stream.wait_event(s1.record())
        return self

    def __contains__(self, stream):
        stream.synchronize()
        return True


with s1:
    a = x * 2
    c = y * 2
Fence() >> s2
with s2:
    b = a + 1
