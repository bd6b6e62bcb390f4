"""Scatter into disjoint halves from two streams, joined before the read."""

import cupy as cp
import numpy as np


def fill_halves(n):
    left, right = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    buf = cp.empty(n, dtype=cp.float32)
    h = n // 2
    with left:
        buf[:h] = cp.arange(h, dtype=cp.float32)
    with right:
        buf[h:] = cp.arange(n - h, dtype=cp.float32)
    left.synchronize()
    right.synchronize()
    return buf


def rows(n, m, n_streams=4):
    streams = [cp.cuda.Stream(non_blocking=True) for _ in range(n_streams)]
    out = cp.empty((n_streams, m))
    for i, s in enumerate(streams):
        with s:
            out[i] = cp.linspace(0, i, m)
    for s in streams:
        s.synchronize()
    return out


def split(n):
    a, b = np.split(np.arange(n, dtype=np.float32), 2)
    s = cp.cuda.Stream(non_blocking=True)
    t = cp.cuda.Stream(non_blocking=True)
    with s:
        da = cp.asarray(a)
    with t:
        db = cp.asarray(b)
        t.wait_event(s.record())
        both = cp.concatenate([da, db])
        t.synchronize()
    return both


def main():
    print(fill_halves(100)[:5], rows(4, 10).sum(), split(10))


if __name__ == "__main__":
    main()
