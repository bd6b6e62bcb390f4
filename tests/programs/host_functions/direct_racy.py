import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def f(arg):
    print(cp.asnumpy(x))  # expect: CUP205


s1.launch_host_func(f, None)
