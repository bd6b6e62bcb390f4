from collections import deque
import cupy as cp

load = cp.cuda.Stream(non_blocking=True)
work = cp.cuda.Stream(non_blocking=True)
pending = deque()
results, kept = [], []
for i in range(16):
    with load:
        a = cp.full(1 << 16, i)
    pending.append((a, load.record()))
    if len(pending) > 3:
        b, ready = pending.popleft()
        work.wait_event(ready)
        with work:
            results.append(b.sum())
        kept.append(b)
while pending:
    b, ready = pending.popleft()
    work.wait_event(ready)
    with work:
        results.append(b.sum())
    kept.append(b)
work.synchronize()
load.synchronize()
print([float(r) for r in results])
