import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
events = []
for s in streams:
    with s:
        part = x * 2
        events.append(s.record())
for event in events:
    s1.wait_event(event)
with s1:
    b = part + 1
