import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

events = [cp.cuda.Event() for _ in range(2)]
with s1:
    a = x * 2
    events[0].record()
with s2:
    b = y * 2
    events[1].record()
for e in events:
    cp.cuda.Stream.null.wait_event(e)
c = a + b
