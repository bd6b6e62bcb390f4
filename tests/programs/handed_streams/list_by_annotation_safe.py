"""An annotation says that a list is one of streams."""
from collections.abc import Sequence

import cupy as cp


def total(x: cp.ndarray, queues: Sequence[cp.cuda.Stream]):
    y = cp.zeros_like(x)
    for queue in queues:
        with queue:
            y += x
        queue.synchronize()
    return y
