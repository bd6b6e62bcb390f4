"""Partial sums are merged in a tree: only with four of them does the second level show what its first lacks."""
import cupy as cp


def merged(parts, streams, ready):
    stride = 1
    while stride < len(parts):
        for i in range(0, len(parts) - stride, 2 * stride):
            streams[i].wait_event(ready[i + stride])
            with streams[i]:
                parts[i] += parts[i + stride]  # expect: CUP101
            ready[i + stride] = streams[i].record()
        stride *= 2
    return parts[0]


def total(n):
    streams = [cp.cuda.Stream(non_blocking=True) for _ in range(n)]
    parts, ready = [], []
    for stream in streams:
        with stream:
            parts.append(cp.ones(10))
            ready.append(stream.record())
    merged(parts, streams, ready)
    with streams[0]:
        return parts[0].get()
