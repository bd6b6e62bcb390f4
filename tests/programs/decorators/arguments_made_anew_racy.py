# The decorator makes all arguments anew, the object itself among them: the method is called with its own object.
import functools

import cupy as cp
import cupyx


def convert(items, device=None):
    if isinstance(items, (list, tuple)):
        return type(items)(convert(each, device) for each in items)
    if isinstance(items, dict):
        return {key: convert(each, device) for key, each in items.items()}
    return cp.asarray(items) if hasattr(items, "__array__") else items


def with_cupy(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        args, kwargs = convert((args, kwargs))
        return function(*args, **kwargs)

    return wrapper


def annotated(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


class Operator:
    def __init__(self):
        self.d2h = cp.cuda.Stream(non_blocking=True)

    @with_cupy
    @annotated
    def run(self, n):
        out = cupyx.empty_pinned((n, 1 << 24), dtype=cp.float32)
        buf = [cp.empty(1 << 24, dtype=cp.float32) for _ in range(2)]
        done = [cp.cuda.Event() for _ in range(2)]
        for i in range(n):
            b = i % 2
            buf[b][...] = i  # expect: CUP102
            done[b].record()
            self.d2h.wait_event(done[b])
            buf[b].get(out=out[i], stream=self.d2h, blocking=False)
        self.d2h.synchronize()
        return out
