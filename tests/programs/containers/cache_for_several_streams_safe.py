"""What a cache gives under a pair that is there was made by another call, on another stream."""
from functools import lru_cache

import cupy as cp

_windows = {}


def window(n, kind):
    key = (n, kind)
    if key not in _windows:
        _windows[key] = cp.ones(n)
        cp.cuda.get_current_stream().synchronize()
    return _windows[key]


@lru_cache(maxsize=None)
def ramp(n):
    made = cp.arange(n)
    cp.cuda.get_current_stream().synchronize()
    return made


def tapered(parts):
    streams = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
    for k, part in enumerate(parts):
        with streams[k % 2]:
            y = window(part.size, "hann") * 2
            y *= ramp(part.size)
    for stream in streams:
        stream.synchronize()
