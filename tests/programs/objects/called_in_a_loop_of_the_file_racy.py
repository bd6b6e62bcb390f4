import cupy as cp
import cupyx
import numpy as np


class Batcher:
    def __init__(self, width, batch=256):
        self.batch = batch
        self.count = 0
        self.pinned = cupyx.empty_pinned((batch, width), np.float32)
        self.uploaded = cp.cuda.Event()
        self.stream = cp.cuda.Stream(non_blocking=True)
        with self.stream:
            self.x = cp.zeros((batch, width), dtype=cp.float32)

    def push(self, row):
        if not self.count:
            self.stream.wait_event(self.uploaded)  # it is the host that has to wait
        self.pinned[self.count] = row  # expect: CUP202
        self.count += 1
        if self.count == self.batch:
            self.flush()

    def flush(self):
        self.x.set(self.pinned, stream=self.stream)
        self.uploaded.record(self.stream)
        self.count = 0

    def result(self):
        self.flush()
        return self.x.get(stream=self.stream)


def all_of(rows, batcher):
    for row in rows:
        batcher.push(row)
    return batcher.result()
