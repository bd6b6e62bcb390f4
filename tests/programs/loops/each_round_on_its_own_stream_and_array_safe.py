import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

streams = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
parts = []
for s in streams:
    with s:
        parts.append(x * 2)
for s in streams:
    s.synchronize()
total = sum(parts)
