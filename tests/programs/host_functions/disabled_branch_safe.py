import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

DEBUG = False


def f(arg):
    if DEBUG:
        print(x.sum())


s1.launch_host_func(f, None)
