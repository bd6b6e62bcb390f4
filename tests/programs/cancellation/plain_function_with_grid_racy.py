import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def scale(v):
    v[0] = 2


scale(grid=(1,), block=(1,), args=(x,))  # expect: CUP302
