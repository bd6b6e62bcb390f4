import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def fence(src, dst):
    if src.ptr != dst.ptr:
        dst.wait_event(src.record())


for u, v in ((s, t), (s, s)):
    with u:
        y = x * 2
    fence(u, v)
    with v:
        z = y + 1
    u.synchronize()
    v.synchronize()
print(z.sum())
