import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
bf = [cp.empty(1 << 20) for _ in range(3)]
k = 0
j = 0
for i in range(100):
    with st[k]:
        bf[j][...] = x  # expect: CUP102
    k += 1
    if k == len(st):
        k = 0
    j = 1 - j
