"""Double buffer with explicit ping and pong names."""

import cupy as cp
import cupyx
import numpy as np


def process(frames, n):
    copy = cp.cuda.Stream(non_blocking=True)
    work = cp.cuda.Stream(non_blocking=True)
    ping = cp.empty(n, dtype=cp.float32)
    pong = cp.empty(n, dtype=cp.float32)
    acc = cp.zeros(n, dtype=cp.float32)
    cp.cuda.Device().synchronize()
    free = None
    first = True
    for frame in frames:
        if not first:
            copy.wait_event(free)
        ping.set(frame, stream=copy)
        uploaded = copy.record()
        work.wait_event(uploaded)
        with work:
            acc += ping
        free = work.record()
        first = False
        ping, pong = pong, ping
    work.synchronize()
    return acc


def source(count, n):
    for i in range(count):
        frame = cupyx.empty_pinned((n,), dtype=np.float32)
        frame[:] = i  # expect: CUP203
        yield frame


def main():
    n = 4096
    out = process(source(5, n), n)
    assert float(out[0]) == sum(range(5))


if __name__ == "__main__":
    main()
