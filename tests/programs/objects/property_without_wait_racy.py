import cupy as cp


class Field:
    def __init__(self, n):
        self._stream = cp.cuda.Stream(non_blocking=True)
        self._data = cp.zeros(n)
        cp.cuda.Stream.null.synchronize()

    @property
    def data(self):
        return self._data

    @data.setter
    def data(self, value):
        with self._stream:
            self._data[...] = value


f = Field(1 << 20)
f.data = 3
t = f.data.sum()  # expect: CUP103
cp.cuda.Device().synchronize()
print(t)
