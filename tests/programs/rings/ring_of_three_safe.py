import cupy as cp

DEPTH = 3
streams = tuple(cp.cuda.Stream(non_blocking=True) for _ in range(DEPTH))
events = [None] * DEPTH
ring = [cp.zeros(4096) for _ in range(DEPTH)]
acc = cp.cuda.Stream(non_blocking=True)
total = cp.zeros(4096)
cp.cuda.Device().synchronize()

for i in range(30):
    slot = i % DEPTH
    s = streams[slot]
    if events[slot] is not None:
        s.wait_event(events[slot])
    with s:
        ring[slot].fill(i)
    acc.wait_event(s.record())
    with acc:
        total += ring[slot]
    events[slot] = acc.record()
acc.synchronize()
print(total[0])
