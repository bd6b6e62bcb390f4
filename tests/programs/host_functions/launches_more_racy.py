import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def f(arg):
    with s2:
        arg.append(x * 2)  # expect: CUP205


s1.launch_host_func(f, [])
