import cupy as cp
import numpy as np

labels = np.arange(9.0)
order = cp.argsort(cp.asarray(labels))
print(labels[order])  # expect: CUP207
