"""The stream outlives the method: what the null stream is waited for may have been begun by another one."""

import cupy as cp


class Buffers:
    def __init__(self, n):
        self.copies = cp.cuda.Stream(non_blocking=True)
        self.now, self.next = cp.empty(n), cp.empty(n)

    def load(self, batch):
        with self.copies:
            self.next.set(batch)
        cp.cuda.Stream.null.synchronize()
        self.copies.synchronize()
        self.now, self.next = self.next, self.now
