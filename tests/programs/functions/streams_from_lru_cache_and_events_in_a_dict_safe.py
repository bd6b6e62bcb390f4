"""Cached streams: lru_cache and module-level dictionaries; one name, one stream."""

import functools

import cupy as cp

_EVENTS = {}


@functools.lru_cache(maxsize=None)
def get_stream(name):
    return cp.cuda.Stream(non_blocking=True)


def mark(name):
    _EVENTS[name] = get_stream(name).record()


def after(name, *others):
    s = get_stream(name)
    for o in others:
        if o in _EVENTS:
            s.wait_event(_EVENTS[o])
    return s


def load(n):
    with get_stream("load"):
        x = cp.arange(n, dtype=cp.float32)
    mark("load")
    return x


def compute(x):
    with after("compute", "load"):
        y = x * x
    mark("compute")
    return y


def finish(y):
    with after("finish", "load", "compute"):
        z = y.sum()
        get_stream("finish").synchronize()
    return z


def main():
    kept = []
    for n in (10, 100, 1000):
        x = load(n)
        y = compute(x)
        z = finish(y)
        kept.append((x, y))
        print(n, float(z))


if __name__ == "__main__":
    main()
