import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def f(arg):
    print(cp.asnumpy(x))


f(None)
