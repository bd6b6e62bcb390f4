import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)


def f(stream, error, arg):
    stream.synchronize()  # expect: CUP205


s1.add_callback(f, None)
