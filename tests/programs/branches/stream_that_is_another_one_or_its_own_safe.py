import sys
import cupy as cp

overlap = "--overlap" in sys.argv
compute = cp.cuda.Stream()
copy = cp.cuda.Stream() if overlap else compute

x = cp.ones(1 << 20)
with compute:
    y = x * 2
if copy is not compute:
    copy.wait_event(compute.record())
with copy:
    host = cp.asnumpy(y)
print(host.sum())
with compute:
    y += 1
