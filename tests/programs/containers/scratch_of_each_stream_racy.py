import collections

import cupy as cp
import numpy as np

free = collections.defaultdict(list)


def key_of(shape, dtype):
    return (tuple(shape), np.dtype(dtype).str)


def take(shape, dtype):
    if free[key_of(shape, dtype)]:
        return free[key_of(shape, dtype)].pop()
    return cp.empty(shape, dtype)


def smooth(images: list[cp.ndarray], outs: list[cp.ndarray]):
    lanes = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
    for lane in lanes:
        lane.wait_event(cp.cuda.get_current_stream().record())
    for k in range(4):
        with lanes[k % 2]:
            buffer = take(images[k].shape, images[k].dtype)
            cp.multiply(images[k], 2, out=buffer)  # expect: CUP102
            cp.add(buffer, 1, out=outs[k])  # expect: CUP101
            free[key_of(buffer.shape, buffer.dtype)].append(buffer)
    for lane in lanes:
        cp.cuda.get_current_stream().wait_event(lane.record())
