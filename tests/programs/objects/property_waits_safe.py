import cupy as cp


class Field:
    def __init__(self, n):
        self._stream = cp.cuda.Stream(non_blocking=True)
        self._data = cp.zeros(n)
        cp.cuda.Stream.null.synchronize()

    @property
    def stream(self):
        return self._stream

    @property
    def data(self):
        self._stream.synchronize()
        return self._data

    @data.setter
    def data(self, value):
        with self._stream:
            self._data[...] = value


f = Field(1 << 20)
f.data = 3
print(f.data.sum())
g = f.data
with f.stream:
    print(g.mean())
