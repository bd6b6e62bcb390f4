# device-memory: 256MiB

import cupy as cp


class Scratch:
    def __enter__(self):
        self.block = cp.ones((5000, 5000), dtype=cp.float32)
        return self

    def __exit__(self, *args):
        self.block = None


with Scratch() as scratch:
    a = cp.ones((5000, 5000), dtype=cp.float32)
    b = a + 1  # expect: CUP402
