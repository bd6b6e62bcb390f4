import time

import cupy as cp


def measured(function, *arguments):
    """How long a function takes."""
    start = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - start  # expect: CUP501


a = cp.random.rand(4096, 4096)
print(measured(cp.matmul, a, a))
