import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
bf = [cp.empty(1 << 20) for _ in range(3)]
for i in range(90):
    with st[i % len(st)]:
        bf[i % len(bf)][...] = x * i  # expect: CUP102
