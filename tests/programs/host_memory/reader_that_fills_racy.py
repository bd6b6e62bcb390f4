"""A reader writes into what it is given at once: that only a stream waits is not enough."""
import cupy as cp
import cupyx
import numpy as np


def slabs(reader, count, size):
    stream = cp.cuda.Stream(non_blocking=True)
    host = [cupyx.empty_pinned(size, dtype=np.float32) for _ in range(2)]
    with stream:
        device = [cp.empty(size, dtype=cp.float32) for _ in range(2)]
    loaded = [cp.cuda.Event(disable_timing=True) for _ in range(2)]
    for number in range(count):
        slot = number % 2
        stream.wait_event(loaded[slot])
        reader.read_into(number, host[slot])  # expect: CUP202
        device[slot].set(host[slot], stream=stream)
        loaded[slot].record(stream)
    stream.synchronize()
