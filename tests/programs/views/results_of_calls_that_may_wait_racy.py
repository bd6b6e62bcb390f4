"""Calls that ask for something on the host, if at all, before they compute: their results are not ready."""

import cupy as cp

levels = cp.array([10.0, 50.0, 90.0])
values = cp.random.rand(1 << 20)
one, two, three, four = (cp.cuda.Stream(non_blocking=True) for _ in range(4))
last = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

with one:
    borders = cp.percentile(values, levels)
with two:
    steps = cp.linspace(levels, levels + 1, 1 << 16)
with three:
    delays = cp.random.exponential(2.0, 1 << 20)
with four:
    lengths = cp.linalg.norm(values.reshape(1024, 1024), 2, axis=1)
with last:
    borders *= 2  # expect: CUP101
    steps *= 2  # expect: CUP101
    delays *= 2  # expect: CUP101
    lengths *= 2  # expect: CUP101
