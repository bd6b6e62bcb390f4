import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

bf = [cp.empty(1 << 20) for _ in range(2)]
full = [cp.cuda.Event() for _ in range(2)]
for i in range(10):
    k = i % 2
    with s1:
        bf[k][...] = x * i  # expect: CUP102
        full[k].record()
    s2.wait_event(full[k])
    with s2:
        t = bf[k].sum()
