"""A program that any usable device gets right. Run after something was killed there."""

import cupy

numbers = cupy.arange(1 << 16, dtype=cupy.int64)
side = cupy.cuda.Stream(non_blocking=True)
cupy.cuda.Device().synchronize()
with side:
    total = (numbers * 2).sum()
side.synchronize()
if int(total) != (1 << 16) * ((1 << 16) - 1):
    raise SystemExit("the device computes wrong numbers")
