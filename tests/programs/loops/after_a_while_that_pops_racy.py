import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
pending = [1, 2, 3, 4, 5]
while pending:
    k = pending.pop()
    with s:
        x += k
y = x * 2  # expect: CUP103
cp.cuda.Device().synchronize()
