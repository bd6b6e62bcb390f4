"""Retry loop on out-of-memory with a smaller batch."""

import logging

import cupy as cp
import numpy as np

log = logging.getLogger("retry")


def solve_batch(a, b, stream):
    with stream:
        da = cp.asarray(a)
        db = cp.asarray(b)
        x = cp.linalg.solve(da, db)
        return cp.asnumpy(x, stream=stream)


def solve(a, b, batch=64, retries=3):
    stream = cp.cuda.Stream(non_blocking=True)
    out = np.empty_like(b)
    attempt = 0
    start = 0
    while start < len(a):
        stop = min(start + batch, len(a))
        try:
            out[start:stop] = solve_batch(a[start:stop], b[start:stop], stream)
        except cp.cuda.memory.OutOfMemoryError as exc:
            attempt += 1
            if attempt > retries:
                raise
            batch = max(1, batch // 2)
            log.warning("out of memory (%s), batch is now %d", exc, batch)
            stream.synchronize()
            cp.get_default_memory_pool().free_all_blocks()
            continue
        start = stop
    return out


def main():
    logging.basicConfig()
    rng = np.random.default_rng(0)
    a = rng.random((200, 16, 16)) + 16 * np.eye(16)
    b = rng.random((200, 16, 1))
    x = solve(a, b)
    print(np.abs(a @ x - b).max())


if __name__ == "__main__":
    main()
