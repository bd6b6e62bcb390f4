import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def save(a):
    return a.get()  # expect: CUP205


def f(arg):
    save(arg)


s1.launch_host_func(f, x)
