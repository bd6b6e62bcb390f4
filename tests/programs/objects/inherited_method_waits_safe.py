import cupy as cp


class Base:
    def __init__(self):
        self.stream = self.make_stream()

    def make_stream(self):
        return cp.cuda.Stream()

    def run(self, x):
        with self.stream:
            y = self.kernel(x)
        self.finish()
        return y

    def finish(self):
        pass

    def kernel(self, x):
        return x + 1


class Async(Base):
    def make_stream(self):
        return cp.cuda.Stream(non_blocking=True)

    def run(self, x):
        self.stream.wait_event(cp.cuda.get_current_stream().record())
        return super().run(x)

    def finish(self):
        super().finish()
        self.stream.synchronize()


x = cp.ones(1 << 16)
for cls in (Base, Async):
    print(cls().run(x).sum())
