import cupy as cp

streams = [cp.cuda.Stream(non_blocking=True) for _ in range(5)]
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
with streams[0]:
    x *= 2
prev = streams[0]
for s in streams[1:]:
    s.wait_event(prev.record())
    prev = s
with prev:
    y = x + 1
streams[-1].synchronize()
with streams[2]:
    x.fill(0)
streams[2].synchronize()
print(y.sum(), x.sum())
