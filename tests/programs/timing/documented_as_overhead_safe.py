import time

import cupy as cp


def measured(function, *arguments):
    """How long a call takes the host: the overhead of Python."""
    start = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - start


a = cp.random.rand(4096, 4096)
print(measured(cp.matmul, a, a))
