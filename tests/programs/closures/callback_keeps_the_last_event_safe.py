"""Closures and nonlocal: a callback object keeps the last event."""

import cupy as cp
import numpy as np


def make_accumulator(n):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        acc = cp.zeros(n)
    count = 0
    last = stream.record()

    def add(x, ready=None):
        nonlocal count, last
        if ready is not None:
            stream.wait_event(ready)
        with stream:
            np.add(acc, x, out=acc)
        last = stream.record()
        count += 1
        return last

    def result():
        last.synchronize()
        return acc / max(count, 1)

    return add, result


def main():
    producer = cp.cuda.Stream(non_blocking=True)
    add, result = make_accumulator(100)
    keep = []
    for i in range(5):
        with producer:
            x = cp.full(100, float(i))
        add(x, producer.record())
        keep.append(x)
    print(result().sum())


if __name__ == "__main__":
    main()
