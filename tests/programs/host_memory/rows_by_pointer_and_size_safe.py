"""Rows of pinned memory are copied by their addresses, each while the host writes the next one."""
import cupy as cp
import numpy as np

ROWS = 48
stream = cp.cuda.Stream(non_blocking=True)
device = cp.empty(40, dtype=cp.int32)
pinned = cp.cuda.alloc_pinned_memory(ROWS * 160)
host = np.frombuffer(pinned, dtype=np.int32, count=ROWS * 40).reshape(ROWS, 40)
for token in range(8):
    for number in range(ROWS):
        row = host[number]
        row.fill(token)  # maybe: CUP202
        cp.cuda.runtime.memcpyAsync(
            device.data.ptr, pinned.ptr + number * 160, 160, cp.cuda.runtime.memcpyHostToDevice, stream.ptr
        )
    stream.synchronize()
