# NumPy takes no array of the device as an index, of one element even: the program ends at the first one.
import cupy as cp
import numpy as np

order = cp.arange(9)
inverse = np.zeros(9)
inverse[order] = np.arange(9)  # expect: CUP207
largest = inverse[order.argmax()]  # never reached
stream = cp.cuda.Stream(non_blocking=True)
with stream:
    order += 1
print(order.sum())
