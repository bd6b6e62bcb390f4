"""Memory is reached by addresses that begin somewhere inside an array or a block, in order or apart."""

import cupy as cp
import numpy as np
from cupy.cuda import runtime


class Ring:
    def __init__(self, channels: int, capacity: int):
        self._head, self._capacity = 0, capacity
        self._stream = cp.cuda.Stream(non_blocking=True)
        with self._stream:
            self._rows = cp.zeros((capacity, channels), cp.float32)
        self._stream.synchronize()

    def append(self, row):
        row = np.array(row, dtype=np.float32)
        place = self._rows.data.ptr + self._head * row.nbytes
        runtime.memcpyAsync(place, row.ctypes.data, row.nbytes, runtime.memcpyHostToDevice, self._stream.ptr)
        self._head = (self._head + 1) % self._capacity

    def total(self):
        with self._stream:
            return self._rows.sum().get()


def halves(offset: int):
    first, second = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    block = cp.cuda.alloc(1024)
    block.memset_async(0, 512, first)
    (block + 512).memset_async(1, 512, second)  # maybe: CUP102
    first.synchronize()
    second.synchronize()


def arrays_side_by_side():
    first, second = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    block = cp.cuda.alloc(1024)
    one = cp.ndarray((128,), cp.float32, memptr=block)
    other = cp.ndarray((128,), cp.float32, memptr=block + 512)
    with first:
        one[...] = 1
    with second:
        other[...] = 2
    first.synchronize()
    second.synchronize()


def tail(counts):
    stream = cp.cuda.Stream(non_blocking=True)
    values = cp.ones(1000, cp.float32)
    host = np.empty(500, np.float32)
    size = np.prod(host.shape) * 4
    stream.wait_event(cp.cuda.Stream.null.record())
    runtime.memcpyAsync(host.ctypes.data, values.data.ptr + size, size, runtime.memcpyDeviceToHost, stream.ptr)
    stream.synchronize()
    return host
