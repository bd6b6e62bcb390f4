"""What one of two ways has made is there for both: an array, pinned memory or an object that holds some."""
import cupy as cp
import cupyx


class Buffers:
    def __init__(self, n):
        self.host, self.device = cupyx.empty_pinned(n), cp.empty(n)


class Model:
    def __init__(self, large):
        self.stream = cp.cuda.Stream(non_blocking=True)
        if large:
            self.bias = cp.zeros(1000)
        else:
            self.bias = cp.zeros(10)
        self.host = None
        if large:
            self.host = cupyx.empty_pinned(10)
        self.input = None
        if large:
            self.input = Buffers(10)
        cp.cuda.Device().synchronize()

    def run(self):
        self.bias += 1
        with self.stream:
            y = self.bias * 2  # expect: CUP101
        self.stream.synchronize()
        return y

    def upload(self, batches, data):
        for batch in batches:
            if self.host is not None:
                self.host[:] = batch  # expect: CUP202
                data.set(self.host, stream=self.stream)
        self.stream.synchronize()

    def feed(self, batches):
        for batch in batches:
            self.input.host[:] = batch  # expect: CUP202
            self.input.device.set(self.input.host, stream=self.stream)
        self.stream.synchronize()
