"""A mixin's ``super()`` is the class that it is mixed with."""
import cupy as cp


class Stage:
    def __init__(self, n):
        self.buffer = cp.zeros(n)

    def run(self):
        self.buffer[...] = 1
        return self.launch()


class OnAStream:
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.stream = cp.cuda.Stream(non_blocking=True)
        cp.cuda.get_current_stream().synchronize()

    def launch(self):
        with self.stream:
            return cp.asnumpy(self.detect())


class Detector(OnAStream, Stage):
    def detect(self):
        return cp.abs(self.buffer)  # expect: CUP101
