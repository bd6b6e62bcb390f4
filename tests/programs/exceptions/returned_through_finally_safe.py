"""What is returned is ready once the way out of the function has been gone: `finally` and the end of a block wait."""
import contextlib

import cupy as cp


def dominant(a, limit=9):
    side = cp.cuda.Stream(non_blocking=True)
    home = cp.cuda.get_current_stream()
    v = cp.full(a.shape[0], 0.5, dtype=a.dtype)
    side.wait_event(home.record())
    try:
        for number in range(limit):
            with side:
                v = a @ v
            if number == 5:
                return v
        return v
    finally:
        home.wait_event(side.record())


@contextlib.contextmanager
def waited_for(stream):
    try:
        yield stream
    finally:
        stream.synchronize()


def squares(a):
    side = cp.cuda.Stream(non_blocking=True)
    side.wait_event(cp.cuda.get_current_stream().record())
    with waited_for(side):
        with side:
            made = a * a
        return made
