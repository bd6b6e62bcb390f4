import cupy as cp

x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

i = cp.argsort(x)
print(y[i])
