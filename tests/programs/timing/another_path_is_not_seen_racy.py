# What is not seen is on the other path: on this one all work is known, and nothing waits for it.
import time
from functools import wraps

import cupy as cp
from chunks import in_chunks


def timer(function):
    @wraps(function)
    def timed(*args, **kwargs):
        t0 = time.time()
        result = function(*args, **kwargs)
        seconds = time.time() - t0  # expect: CUP501
        print(f"{function.__name__}: {seconds:.4f} s")
        return result

    return timed


@timer
def scaled(out, x, a):
    if isinstance(x, cp.ndarray):
        out[:] = a * x
        return
    parts = cp.ones(1 << 20)
    in_chunks(parts, x)
    out[:] = a * parts
