import time

import cupy as cp


class Benchmark:
    def __init__(self):
        self.a = cp.random.rand(4096, 4096)

    def run(self):
        self.b = self.a @ self.a

    def synchronize(self):
        """Nothing to do where the host does the work."""

    def seconds(self):
        start = time.perf_counter()
        self.run()
        self.synchronize()
        return time.perf_counter() - start  # maybe: CUP501


class OnDevice(Benchmark):
    def synchronize(self):
        cp.cuda.Device().synchronize()
