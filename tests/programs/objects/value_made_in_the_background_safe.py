import cupy as cp


class Lazy:
    def __init__(self, fn):
        self.fn = fn
        self._value = None
        self._event = None
        self._stream = cp.cuda.Stream(non_blocking=True)

    def start(self):
        with self._stream:
            self._value = self.fn()
        self._event = self._stream.record()
        return self

    @property
    def value(self):
        if self._event is not None:
            self._event.synchronize()
            self._event = None
        return self._value

    def ready(self):
        return self._event is None or self._event.done


jobs = [Lazy(lambda: cp.arange(100).sum()).start() for _ in range(3)]
while not all(j.ready() for j in jobs):
    pass
print([int(j.value) for j in jobs])
