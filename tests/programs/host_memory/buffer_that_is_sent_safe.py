import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

h = cupyx.empty_pinned(1 << 20)
x.set(h, stream=s1)
table.reset(buf=h)
table.readers(buf=h)
table.send(buf=h)
