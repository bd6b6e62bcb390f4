"""ThreadPoolExecutor where each task makes its result complete before it returns."""

from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
import threading

import cupy as cp
import numpy as np

_local = threading.local()


def my_stream():
    stream = getattr(_local, "stream", None)
    if stream is None:
        stream = _local.stream = cp.cuda.Stream(non_blocking=True)
    return stream


def filter_tile(weights, tile):
    stream = my_stream()
    with stream:
        x = cp.asarray(tile)
        y = cp.convolve(x, weights, mode="same")
        host = cp.asnumpy(y)
    return host


def main():
    with cp.cuda.Device(0):
        weights = cp.asarray(np.hanning(31))
        cp.cuda.Device().synchronize()
        task = partial(filter_tile, weights)
        signal = np.random.rand(64, 4096)
        out = []
        with ThreadPoolExecutor(max_workers=4) as pool:
            futures = {pool.submit(task, row): i for i, row in enumerate(signal)}
            for f in as_completed(futures):
                out.append((futures[f], f.result()))
    out.sort(key=lambda p: p[0])
    print(np.stack([o for _, o in out]).shape)


if __name__ == "__main__":
    main()
