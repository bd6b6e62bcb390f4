"""Memory is reached by addresses that begin somewhere inside an array or a block."""

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
        runtime.memcpyAsync(place, row.ctypes.data, row.nbytes, runtime.memcpyHostToDevice, cp.cuda.Stream.null.ptr)
        self._head = (self._head + 1) % self._capacity

    def total(self):
        with self._stream:
            return self._rows.sum().get()  # expect: CUP101


def same_bytes(offset: int):
    first, second = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    block = cp.cuda.alloc(1024)
    (block + offset).memset_async(0, 64, first)
    (block + offset + 0).memset_async(1, 64, second)  # expect: CUP102
    first.synchronize()
    second.synchronize()


def tail(counts):
    stream = cp.cuda.Stream(non_blocking=True)
    values = cp.ones(1000, cp.float32)
    host = np.empty(500, np.float32)
    size = np.prod(host.shape) * 4
    runtime.memcpyAsync(host.ctypes.data, values.data.ptr + size, size, runtime.memcpyDeviceToHost, stream.ptr)  # expect: CUP101
    stream.synchronize()
    return host
