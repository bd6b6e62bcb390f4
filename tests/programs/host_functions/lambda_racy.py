import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)

s1.launch_host_func(lambda arg: cp.cuda.Device().synchronize(), None)  # expect: CUP205
