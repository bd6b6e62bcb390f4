import cupy as cp

streams = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
x = [cp.ones(1 << 18) for _ in streams]
cp.cuda.Device().synchronize()
for s, a in zip(streams, x):
    with s:
        a *= 2
for s in streams[:-1]:
    s.synchronize()
first = x[0] + 1
last = x[3] + 1  # expect: CUP103
cp.cuda.Device().synchronize()
print(first, last)
