"""A stream that a class makes when it is asked for it the first time is the same one from then on."""

import cupy as cp


class ByHasattr:
    @classmethod
    def stream(cls):
        if not hasattr(cls, "_stream"):
            cls._stream = cp.cuda.Stream(non_blocking=True)
        return cls._stream


class ByGetattr:
    @classmethod
    def stream(cls):
        if getattr(cls, "_stream", None) is None:
            cls._stream = cp.cuda.Stream(non_blocking=True)
        return cls._stream


def number(value):
    """What is made of an array: neither a stream nor a list is one, and no array is called."""
    side = ByHasattr.stream()
    other = cp.cuda.Stream(non_blocking=True)
    kept = (side, [value])
    with other if isinstance(kept, dict) or isinstance(side, cp.ndarray) or callable(kept) else side:
        value = value + 1
    with side:
        return float(value)


for lane in (ByHasattr, ByGetattr):
    with lane.stream():
        x = cp.ones(100)
    with lane.stream():
        x += 1
one = cp.ones(())
cp.cuda.Device().synchronize()
print(number(one))
