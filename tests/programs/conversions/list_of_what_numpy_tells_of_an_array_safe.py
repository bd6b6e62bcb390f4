import cupy as cp
import numpy as np

x = cp.arange(10.0)
b = np.array([np.ndim(x), np.size(x), np.shape(x)[0], float(np.sum(x)), np.sum(x).item()])
c = np.array([np.sum(cp.asnumpy(x)), np.max(x.get())])
d = np.array([np.isscalar(x), np.iscomplexobj(x), np.issubdtype(x.dtype, np.floating)])
print(b, c, d, np.result_type(x, np.float32))
