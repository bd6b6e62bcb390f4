import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

outs = [cupyx.zeros_pinned(1 << 20) for _ in range(2)]
events = [None, None]
total = 0
for i in range(6):
    if events[i % 2] is not None:
        events[i % 2].synchronize()
    with s1:
        z = x * i
    z.get(stream=s1, out=outs[i % 2], blocking=False)
    events[i % 2] = s1.record()
    total += outs[i % 2].sum()  # expect: CUP201
s1.synchronize()
