import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def f(stream, error, arg):
    arg += 1  # expect: CUP205


s1.add_callback(f, x)
