import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Base(object):
    def __init__(self, stream):
        self.stream = stream


class Worker(Base):
    def __init__(self):
        super(Worker, self).__init__(s2)


with s1:
    z = x * 2
with Worker().stream:
    z += 1  # expect: CUP101
