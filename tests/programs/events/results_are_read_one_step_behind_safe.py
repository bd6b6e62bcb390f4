"""Reading results behind by one step: the host waits for the event of the previous iteration."""

import cupy as cp
import cupyx
import numpy as np


class AsyncReader:
    def __init__(self, shape, dtype=np.float32):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.host = [cupyx.zeros_pinned(shape, dtype) for _ in range(2)]
        self.event = [None, None]

    def push(self, i, device, ready):
        self.stream.wait_event(ready)
        device.get(out=self.host[i % 2], stream=self.stream, blocking=False)
        self.event[i % 2] = self.stream.record()

    def pop(self, i):
        event = self.event[i % 2]
        if event is None:
            return None
        event.synchronize()
        return self.host[i % 2].copy()


def main(steps=10):
    work = cp.cuda.Stream(non_blocking=True)
    reader = AsyncReader((1024,))
    history = []
    keep = []
    for i in range(steps):
        with work:
            x = cp.full(1024, i, dtype=cp.float32) * 2
        keep.append(x)
        reader.push(i, x, work.record())
        if i:
            history.append(reader.pop(i - 1))
    history.append(reader.pop(steps - 1))
    print(len(history), history[-1][0])


if __name__ == "__main__":
    main()
