# device-memory: 256MiB
# measured-peak: 200001024

import cupy as cp


class Worker:
    def __init__(self, side):
        self.side = side
        self.buffer = cp.empty((side, side), dtype=cp.float32)

    def run(self, rounds):
        for number in range(rounds):
            self.buffer.fill(number)
            part = self.buffer[: self.side // 2] * 2
        return float(part[0, 0])


print(Worker(5000).run(3))
