import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
parts = []
for stream in (s, t):
    with stream:
        parts.append(cp.ones(1000))
total = sum(parts)  # expect: CUP103
cp.cuda.Device().synchronize()
print(total)
