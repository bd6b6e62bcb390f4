import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def f(arg):
    arg.clear()


kept = [x]
s1.launch_host_func(f, kept)
