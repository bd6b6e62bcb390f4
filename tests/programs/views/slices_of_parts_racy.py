"""`slice(...)` gives a part of the array itself, on which both streams work."""
import cupy as cp
import numpy as np

a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
with a:
    x = cp.zeros(1000)
part = slice(100, 200)
with b:
    x[part] += 1  # expect: CUP101
b.synchronize()
