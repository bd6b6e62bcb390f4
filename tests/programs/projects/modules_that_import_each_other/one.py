import cupy as cp
import two
s = cp.cuda.Stream(non_blocking=True)
def f(x):
    return two.g(x)
