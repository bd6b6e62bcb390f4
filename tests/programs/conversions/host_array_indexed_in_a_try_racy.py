# The TypeError is expected, and the program goes on.
import cupy as cp
import numpy as np

order = cp.arange(9)
inverse = np.zeros(9)
stream = cp.cuda.Stream(non_blocking=True)
stream.wait_event(cp.cuda.get_current_stream().record())
with stream:
    order += 1
try:
    inverse[order] = np.arange(9)
except TypeError:
    print(order.sum())  # expect: CUP103
