"""Triple-buffered upload / compute / download pipeline with one slot object per buffer."""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field

import cupy as cp
import numpy as np


@dataclass
class Slot:
    n: int
    device: cp.ndarray = field(init=False)
    result: cp.ndarray = field(init=False)
    uploaded: cp.cuda.Event = field(default_factory=lambda: cp.cuda.Event(disable_timing=True))
    computed: cp.cuda.Event = field(default_factory=lambda: cp.cuda.Event(disable_timing=True))
    drained: cp.cuda.Event = field(default_factory=lambda: cp.cuda.Event(disable_timing=True))

    def __post_init__(self):
        self.device = cp.empty(self.n, dtype=cp.float32)
        self.result = cp.empty(self.n, dtype=cp.float32)


class Pipeline:
    def __init__(self, n, depth=3):
        self.h2d = cp.cuda.Stream(non_blocking=True)
        self.compute = cp.cuda.Stream(non_blocking=True)
        self.d2h = cp.cuda.Stream(non_blocking=True)
        self.slots = [Slot(n) for _ in range(depth)]
        for slot in self.slots:
            slot.drained.record(self.d2h)
            slot.computed.record(self.compute)

    def run(self, chunks):
        out = []
        for i, chunk in enumerate(chunks):
            slot = self.slots[i % len(self.slots)]
            self.h2d.wait_event(slot.computed)
            slot.device.set(chunk, stream=self.h2d)
            slot.uploaded.record(self.h2d)
            self.compute.wait_event(slot.uploaded)
            self.compute.wait_event(slot.drained)
            with self.compute:
                cp.multiply(slot.device, 2.0, out=slot.result)
                slot.computed.record(self.compute)
            self.d2h.wait_event(slot.computed)
            with self.d2h:
                out.append(slot.result.copy())
            slot.drained.record(self.d2h)
        self.d2h.synchronize()
        return [cp.asnumpy(o) for o in out]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--chunks", type=int, default=8)
    parser.add_argument("--size", type=int, default=1 << 20)
    args = parser.parse_args()
    pipe = Pipeline(args.size)
    t0 = time.perf_counter()
    res = pipe.run(np.ones(args.size, dtype=np.float32) for _ in range(args.chunks))
    print(len(res), time.perf_counter() - t0)


if __name__ == "__main__":
    main()
