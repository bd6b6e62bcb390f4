import cupy as cp
import cupyx.scipy.sparse

s1 = cp.cuda.Stream(non_blocking=True)

m = cupyx.scipy.sparse.random(100, 100)
z = m.toarray()
with s1:
    r = z * 2
