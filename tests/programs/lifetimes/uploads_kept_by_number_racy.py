from collections import deque

import cupy as cp
import numpy as np


class Shards:
    """What is kept is dropped by number, however far the other stream has come."""

    def __init__(self):
        self.upload = cp.cuda.Stream(non_blocking=True)
        self.score = cp.cuda.Stream(non_blocking=True)
        self.kept = deque(maxlen=8)
        self.best = []

    def add(self, shard):
        with self.upload:
            dev = cp.asarray(np.array(shard, dtype=np.float32))  # expect: CUP104
            arrived = self.upload.record()
        self.score.wait_event(arrived)
        with self.score:
            self.best.append((dev * dev).sum())
        self.kept.append(dev)
