"""An array as large as one of the host takes the block of the one before, whatever that size is."""
import cupy as cp
import numpy as np


def total(names):
    copy, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    with work:
        found = cp.zeros(3)
    for name in names:
        host = np.load(name)
        with copy:
            block = cp.empty(host.shape, host.dtype)
            block.set(host)  # expect: CUP104
        work.wait_event(copy.record())
        with work:
            found += block.sum()
    work.synchronize()
    return found.get()


class Batches:
    def __init__(self, consumer):
        self._random = np.random.default_rng(3)
        self._copy, self._consumer = cp.cuda.Stream(non_blocking=True), consumer

    def __iter__(self):
        return self

    def __next__(self):
        host = self._random.standard_normal((65536, 64))
        with self._copy:
            batch = cp.empty(host.size)
            batch.set(host.ravel())  # expect: CUP104
        self._consumer.wait_event(self._copy.record())
        return batch


def mean(count):
    consumer = cp.cuda.Stream(non_blocking=True)
    with consumer:
        found = cp.zeros(1)
        left = count
        for batch in Batches(consumer):
            found += batch.mean()
            left -= 1
            if left == 0:
                break
        found /= count
        consumer.synchronize()
        return found
