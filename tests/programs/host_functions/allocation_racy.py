import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)


def f(arg):
    arg["next"] = cp.zeros(10)  # expect: CUP205


box = {}
s1.launch_host_func(f, box)
