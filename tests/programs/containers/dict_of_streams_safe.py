import cupy as cp

streams = {name: cp.cuda.Stream(non_blocking=True) for name in ("h2d", "work", "d2h")}
x = cp.zeros(1 << 20)
cp.cuda.Device().synchronize()

with streams["h2d"]:
    x += 1
streams["work"].wait_event(streams["h2d"].record())
with streams["work"]:
    y = x * 2
streams["d2h"].wait_event(streams["work"].record())
with streams["d2h"]:
    h = y.get()
for name, s in streams.items():
    s.synchronize()
x.fill(0)
print(h.sum(), y.sum())
