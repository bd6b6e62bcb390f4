import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def results(arrays):
    out = cupyx.zeros_pinned(1 << 20)
    for a in arrays:
        a.get(stream=s1, out=out, blocking=False)
        yield out
        s1.synchronize()


for r in results([x, y]):
    print(r.sum())  # expect: CUP201
