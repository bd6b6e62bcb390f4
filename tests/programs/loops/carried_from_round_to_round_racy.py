import cupy as cp

a = cp.cuda.Stream(non_blocking=True)
b = cp.cuda.Stream(non_blocking=True)
buf = cp.zeros(1 << 20)
out = cp.zeros(1 << 20)
cp.cuda.Device().synchronize()
i = 0
while i < 10:
    with a:
        buf += 1  # expect: CUP102
    b.wait_event(a.record())
    with b:
        cp.add(out, buf, out=out)
    i += 1
cp.cuda.Device().synchronize()
print(out.sum())
