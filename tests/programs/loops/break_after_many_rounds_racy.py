import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
k = 0
while True:
    with s:
        x += k
    k += 1
    if k > 20:
        break
print(x.sum())  # missed: CUP103 a loop of more rounds than are followed leaves doubt  # maybe: CUP103
