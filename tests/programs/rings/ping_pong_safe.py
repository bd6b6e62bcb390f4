import cupy as cp

a_stream = cp.cuda.Stream(non_blocking=True)
b_stream = cp.cuda.Stream(non_blocking=True)
cur, nxt = cp.zeros(4096), cp.zeros(4096)
cp.cuda.Device().synchronize()

s, t = a_stream, b_stream
for step in range(10):
    with s:
        cp.add(cur, 1, out=nxt)
    t.wait_event(s.record())
    cur, nxt = nxt, cur
    s, t = t, s
a_stream.synchronize()
b_stream.synchronize()
print(cur[0])
