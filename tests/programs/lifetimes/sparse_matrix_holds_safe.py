import cupy as cp
import cupyx.scipy.sparse as sparse

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    a = x * 2
s2.wait_event(s1.record())
with s2:
    z = a.sum()
with s1:
    m = sparse.coo_matrix((a, (y, y)))
del a
with s1:
    b = x * 3
