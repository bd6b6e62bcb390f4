import cupy as cp
import numpy as np

order = cp.arange(9)
inverse = np.zeros(9)
inverse[order.get()] = np.arange(9)
largest = inverse[int(order.argmax())]
print(order.sum())
