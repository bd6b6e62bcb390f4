# device-memory: 256MiB

import cupy as cp


class Field:
    def __init__(self, n):
        self.data = cp.ones((n, n), dtype=cp.float32)
        self.work = cp.ones((n, n), dtype=cp.float32)

    def close(self):
        self.work = None


field = Field(5000)
field.close()
other = cp.zeros((5000, 5000), dtype=cp.float32)
