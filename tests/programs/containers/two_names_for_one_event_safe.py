import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
events = {}
for name, stream in {"a": s, "b": t}.items():
    with stream:
        y = cp.ones(100) if name == "a" else y * 1
        events[name] = stream.record()
    if name == "a":
        t.wait_event(events["a"])
events["b"].synchronize()
print(y.sum())
