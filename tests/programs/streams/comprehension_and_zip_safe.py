import cupy as cp

streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
events = {}
inputs = [cp.full(1 << 18, k) for k in range(3)]
start = cp.cuda.Event()
start.record()
for s in streams:
    s.wait_event(start)

outputs = []
for s, a in zip(streams, inputs):
    with s:
        outputs.append(a * a)
        events[s.ptr] = s.record()
[e.synchronize() for e in events.values()]
result = sum(outputs)
print(result[0])
