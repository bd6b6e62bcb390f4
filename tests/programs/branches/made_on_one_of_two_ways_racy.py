"""What one of two ways has made is there for both: an array, pinned memory or an object that holds some."""
import cupy as cp
import cupyx


class Model:
    def __init__(self, large):
        self.stream = cp.cuda.Stream(non_blocking=True)
        if large:
            self.bias = cp.zeros(1000)
        else:
            self.bias = cp.zeros(10)

    def run(self):
        self.bias += 1
        with self.stream:
            y = self.bias * 2  # expect: CUP101
        self.stream.synchronize()
        return y


class Upload:
    def __init__(self, pinned):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.host = None
        if pinned:
            self.host = cupyx.empty_pinned(100)
        self.data = cp.empty(100)

    def run(self, batches):
        for batch in batches:
            if self.host is not None:
                self.host[:] = batch  # expect: CUP202
                self.data.set(self.host, stream=self.stream)


class Buffers:
    def __init__(self, n):
        self.host, self.device = cupyx.empty_pinned(n), cp.empty(n)


class Engine:
    def __init__(self, model):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.input = None
        if model.has_input():
            self.input = Buffers(100)

    def run(self, batches):
        for batch in batches:
            self.input.host[:] = batch  # expect: CUP202
            self.input.device.set(self.input.host, stream=self.stream)
