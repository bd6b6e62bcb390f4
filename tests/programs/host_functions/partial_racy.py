import functools

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def f(a, arg):
    print(float(a[0]))  # expect: CUP205


s1.launch_host_func(functools.partial(f, x), None)
