import cupy as cp

producers = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
consumer = cp.cuda.Stream(non_blocking=True)
x = cp.ones((4, 1 << 18))
cp.cuda.Device().synchronize()

pending = []
for k in range(4):
    with producers[k] as p:
        x[k] *= k
        pending.append((k, p.record()))

while pending:
    k, event = pending.pop()
    consumer.wait_event(event)

with consumer:
    total = x.sum(axis=0)
consumer.synchronize()
print(total[0])
