import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)


def f(arg):
    if arg is None:
        return
    print(arg.sum())


s1.launch_host_func(f, None)
