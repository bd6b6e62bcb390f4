import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Base:
    def __init__(self):
        self._stream = cp.cuda.Stream(non_blocking=True)

    @property
    def stream(self):
        return self._stream

    @staticmethod
    def double(values):
        return values * 2


class Model(Base):
    def run(self, values):
        with self.stream:
            return self.double(values)


model = Model()
a = model.run(x)
b = a + 1  # expect: CUP103
model.stream.synchronize()
c = a + 1
