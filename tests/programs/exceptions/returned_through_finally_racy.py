"""What is returned is not ready: `finally` does nothing."""
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
        return v  # expect: CUP103
    finally:
        pass
