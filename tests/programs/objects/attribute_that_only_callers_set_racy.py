"""`getattr(self, "ready", False)` is not false for good where nothing in the class sets it: callers do."""
import cupy as cp


class Runtime:
    def run(self, n):
        if not getattr(self, "ready", False):
            raise RuntimeError("not ready")
        x = cp.zeros(n)
        stream = cp.cuda.Stream(non_blocking=True)
        with stream:
            y = x + 1  # expect: CUP101
        stream.synchronize()
        return y


class Made:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)

    def run(self, n):
        if getattr(self, "made", None) is None:
            self.made = cp.zeros(n)
        with self.stream:
            y = self.made + 1  # expect: CUP101
        self.stream.synchronize()
        return y
