import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
bf = [cp.empty(1 << 20) for _ in range(3)]
for i in range(9):
    with st[i % 2]:
        bf[i % 3][...] = x * i  # expect: CUP102
