"""`null` of any stream is the null stream, which blocking streams wait for."""

import cupy as cp

streams = [cp.cuda.Stream(), cp.cuda.Stream()]


def run(n, a):
    out = cp.zeros(n)
    for i in range(n):
        streams[i % 2].use()
        out[i] = a[i].sum()
    [s.synchronize() for s in streams]
    cp.cuda.Stream().null.use()
    scale = out.sum()
    for i in range(n):
        streams[i % 2].use()
        out[i] = out[i] * scale
    [s.synchronize() for s in streams]
    cp.cuda.Stream().null.use()
    return out


print(run(8, cp.ones((8, 100))))
