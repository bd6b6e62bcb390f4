import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
parts = []
for s in streams:
    with s:
        parts.append(x * 2)
s.synchronize()
with s1:
    first = parts[0] + 1  # expect: CUP101
    last = parts[2] + 1
