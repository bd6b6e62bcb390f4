"""The stream that a function makes is none that it was given."""
import cupy as cp


def scale(x: cp.ndarray, stream: cp.cuda.Stream):
    own = cp.cuda.Stream()
    with own:
        y = x * 2
    with stream:
        z = y + 1  # expect: CUP101
    own.synchronize()
    stream.synchronize()
    return z
