import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
bufs = [cp.zeros(1000), cp.zeros(1000)]
evts = [cp.cuda.Event(), cp.cuda.Event()]
total = cp.zeros(1000)
cp.cuda.Device().synchronize()
cur = 0
for k in range(20):
    s.wait_event(evts[cur])
    with s:
        bufs[cur].fill(k)
    t.wait_event(s.record())
    with t:
        total += bufs[cur]
    evts[cur].record(t)
    cur ^= 1
t.synchronize()
print(total.sum())
