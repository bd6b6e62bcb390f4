import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

p = cupyx.zeros_pinned(1 << 20)
seen = []


def finished(arg):
    seen.append(p.sum())  # expect: CUP201


x.get(stream=s1, out=p, blocking=False)
s2.launch_host_func(finished, None)
s1.synchronize()
s2.synchronize()
