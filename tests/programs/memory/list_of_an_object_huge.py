# device-memory: 256MiB

import cupy as cp


class Log:
    def __init__(self):
        self.frames = []

    def add(self, frame):
        self.frames.append(frame.copy())  # expect: CUP404


log = Log()
frame = cp.ones((1000, 1000), dtype=cp.float32)
for step in range(1000):
    frame += 1
    log.add(frame)
