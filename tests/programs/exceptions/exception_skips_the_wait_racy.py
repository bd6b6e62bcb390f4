import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def work(flag):
    with s:
        x.fill(2)
    if flag:
        return
    s.synchronize()


work(True)
y = x.sum()  # expect: CUP103
cp.cuda.Device().synchronize()
print(y)
