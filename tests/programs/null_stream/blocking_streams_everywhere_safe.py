"""Legacy blocking streams everywhere: with stream blocks, results used on null. Right with the legacy stream."""

import time

import cupy as cp
import numpy as np


class Timer:
    def __init__(self):
        self.rows = []

    def __call__(self, name):
        return _Section(self, name)


class _Section:
    def __init__(self, timer, name):
        self.timer, self.name = timer, name

    def __enter__(self):
        cp.cuda.Device().synchronize()
        self.t0 = time.perf_counter()

    def __exit__(self, *exc):
        cp.cuda.Device().synchronize()
        self.timer.rows.append((self.name, time.perf_counter() - self.t0))


def main():
    timer = Timer()
    s1, s2 = cp.cuda.Stream(), cp.cuda.Stream()
    with timer("upload"):
        with s1:
            a = cp.asarray(np.random.rand(1000, 1000))
        with s2:
            b = cp.asarray(np.random.rand(1000, 1000))
    with timer("product"), s1:
        c = a @ b
    with s2:
        d = b.T @ b
    e = c + d
    print(e.sum(), timer.rows)
    with s1:
        f = e * 2
    g = f.mean()
    with s2:
        h = f + g
    print(h.max())


if __name__ == "__main__":
    main()
