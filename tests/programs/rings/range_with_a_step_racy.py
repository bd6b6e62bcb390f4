import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
bf = [cp.empty(1 << 20) for _ in range(4)]
for i in range(0, 4, 2):
    with st[0]:
        bf[i][...] = x
for i in range(0, 4, 3):
    with st[1]:
        bf[i][...] = x  # expect: CUP102
