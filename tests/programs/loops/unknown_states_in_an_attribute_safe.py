import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class M:
    def __init__(self, proto):
        self.proto = proto
        self.st = proto.start()

    def step(self, x):
        if self.proto.is_load(self.st):
            with s1:
                self.w = x * 2  # maybe: CUP104
        elif self.proto.is_wait(self.st):
            s2.wait_event(s1.record())
        elif self.proto.is_use(self.st):
            with s2:
                z = self.w + 1  # maybe: CUP101
        self.st = self.proto.next(self.st)


def main(p):
    m = M(p)
    for i in range(10):
        m.step(x)
