"""A stream pool with checkout and return, waits on return."""

import contextlib
from collections import deque

import cupy as cp


class StreamPool:
    def __init__(self, size):
        self._free = deque(cp.cuda.Stream(non_blocking=True) for _ in range(size))

    @contextlib.contextmanager
    def acquire(self):
        stream = self._free.popleft()
        try:
            with stream:
                yield stream
        finally:
            stream.synchronize()
            self._free.append(stream)


POOL = StreamPool(4)


def gram(x):
    with POOL.acquire():
        return x.T @ x


def whiten(x):
    with POOL.acquire() as stream:
        g = x.T @ x
        w, v = cp.linalg.eigh(g)
        r = v / cp.sqrt(w + 1e-6)
        y = x @ r
        stream.synchronize()
    return y


def main():
    x = cp.random.random((1000, 32))
    cp.cuda.Device().synchronize()
    g = gram(x)
    y = whiten(x)
    print(g.trace(), y.std())


if __name__ == "__main__":
    main()
