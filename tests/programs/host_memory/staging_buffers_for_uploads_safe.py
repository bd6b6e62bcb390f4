"""Pinned staging buffers for chunked upload."""

import contextlib

import cupy as cp
import cupyx
import numpy as np


class Stager:
    def __init__(self, nbytes, depth=2):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.host = [cupyx.empty_pinned((nbytes,), dtype=np.uint8) for _ in range(depth)]
        self.events = [cp.cuda.Event() for _ in range(depth)]
        for e in self.events:
            e.record(self.stream)
        self.turn = 0

    @contextlib.contextmanager
    def buffer(self):
        i = self.turn
        self.turn = (self.turn + 1) % len(self.host)
        self.events[i].synchronize()
        yield self.host[i]
        self.events[i].record(self.stream)

    def upload(self, source, target):
        view = target.view(cp.uint8).ravel()
        raw = source.view(np.uint8).ravel()
        size = self.host[0].size
        for start in range(0, raw.size, size):
            stop = min(start + size, raw.size)
            with self.buffer() as staging:
                staging[: stop - start] = raw[start:stop]
                view[start:stop].set(staging[: stop - start], stream=self.stream)
        return self.stream.record()

    def close(self):
        self.stream.synchronize()


def main():
    stager = Stager(1 << 20)
    work = cp.cuda.Stream(non_blocking=True)
    source = np.random.rand(1 << 20)
    target = cp.empty(1 << 20)
    try:
        ready = stager.upload(source, target)
        work.wait_event(ready)
        with work:
            norm = cp.linalg.norm(target)
            print(norm.get())
    finally:
        stager.close()


if __name__ == "__main__":
    main()
