import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

bf = [cp.empty(1 << 20) for _ in range(4)]
for i in range(3, -1, -1):
    with s1:
        bf[i][...] = x
    if i < 3:
        with s2:
            z = bf[i + 1] + 1  # expect: CUP101
