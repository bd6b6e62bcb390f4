"""A queue of what is under way, which is looked through after each call: the pinned buffer is not what it keeps."""
from collections import deque

import cupy as cp
import cupyx
import numpy as np


class Uploader:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.under_way = deque()

    def upload(self, values):
        staged = cupyx.empty_pinned(values.shape, dtype=np.float32)
        staged[...] = values  # expect: CUP203
        block = cp.empty(values.shape, np.float32)
        self.stream.wait_event(cp.cuda.get_current_stream().record())
        block.set(staged, stream=self.stream)
        done = self.stream.record()
        cp.cuda.get_current_stream().wait_event(done)
        self.under_way.append((done, block))
        while self.under_way[0][0].done:
            self.under_way.popleft()
            if not self.under_way:
                break
        return block
