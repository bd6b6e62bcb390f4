import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
e = cp.cuda.Event()
mark = e.record(s) or e
t.wait_event(mark)
events = [cp.cuda.Event() for _ in range(2)]
[ev.record(st) for ev, st in zip(events, (s, t))]
for ev in events:
    ev.synchronize()


def record(ev, st):
    return ev.record(st)


record(e, t)
e.synchronize()
