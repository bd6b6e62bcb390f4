import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Worker:
    def __init__(self, stream):
        self.stream = stream

    def double(self, values):
        with self.stream:
            return values * 2  # expect: CUP101


first, second = Worker(s1), Worker(s2)
first.double(first.double(x))
second.double(first.double(x))
