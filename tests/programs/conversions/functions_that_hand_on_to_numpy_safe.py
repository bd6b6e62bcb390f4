import cupy as cp
import numpy as np

labels = np.arange(9.0)
order = cp.argsort(labels)
print(labels[order], np.array([cp.sum(labels), 1.0]), np.asarray(cp.ravel(labels)))
