import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

p = cupyx.zeros_pinned(1 << 20)


def refill(buffer):
    buffer[:] = 4


x.set(p, stream=s1)
s1.launch_host_func(refill, p)
x.set(p, stream=s1)
s1.synchronize()
