# device-memory: 256MiB

import cupy as cp


class Log:
    def __init__(self):
        self.frames = []

    def add(self, frame):
        self.frames.append(frame)
        self.frames = self.frames[-3:]


log = Log()
for step in range(1000):
    log.add(cp.ones((1000, 1000), dtype=cp.float32))
