import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
done = {"s": cp.cuda.Event(), "t": cp.cuda.Event()}
with s:
    y = x * 2
done["s"].record(s)
t.wait_event(done["t"])  # expect: CUP105
with t:
    z = y + 1  # expect: CUP101
cp.cuda.Device().synchronize()
print(z.sum())
