# As in the safe twin, but nothing asks for the truth of an array: sum adds on the device, a dict is asked for its keys.
import time

import cupy as cp

x = cp.random.rand(1 << 24)


def total():
    start = time.perf_counter()
    sums = sum((x + c).sum() for c in (0.1, 0.5, 0.9))
    print(time.perf_counter() - start)  # expect: CUP501


def among_keys():
    start = time.perf_counter()
    sums = {"low": (x - 0.1).sum(), "high": (x + 0.1).sum()}
    print("low" in sums, max(sums), time.perf_counter() - start)  # expect: CUP501


total()
among_keys()
