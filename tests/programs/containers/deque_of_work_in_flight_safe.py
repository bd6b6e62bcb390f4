"""deque of in-flight work: at most DEPTH batches; the oldest is waited for before its buffers are reused."""

from collections import deque
from typing import NamedTuple

import cupy as cp
import numpy as np

DEPTH = 3


class InFlight(NamedTuple):
    index: int
    device: cp.ndarray
    result: cp.ndarray
    event: cp.cuda.Event


class Engine:
    def __init__(self, n):
        self.copy = cp.cuda.Stream(non_blocking=True)
        self.work = cp.cuda.Stream(non_blocking=True)
        self.spare = [(cp.empty(n), cp.empty(n)) for _ in range(DEPTH)]
        self.flying: deque[InFlight] = deque()
        cp.cuda.runtime.deviceSynchronize()

    def retire(self):
        item = self.flying.popleft()
        item.event.synchronize()
        total = item.result.sum()
        self.spare.append((item.device, item.result))
        return item.index, float(total)

    def submit(self, index, host):
        device, result = self.spare.pop()
        device.set(host, stream=self.copy)
        self.work.wait_event(self.copy.record())
        with self.work:
            cp.cos(device, out=result)
        self.flying.append(InFlight(index, device, result, self.work.record()))

    def run(self, hosts):
        for i, host in enumerate(hosts):
            if len(self.flying) == DEPTH:
                yield self.retire()
            self.submit(i, host)
        while self.flying:
            yield self.retire()


def main():
    engine = Engine(4096)
    for index, total in engine.run(np.full(4096, k) for k in range(9)):
        print(index, total)


if __name__ == "__main__":
    main()
