import cupy as cp


def pipeline(x):
    s = cp.cuda.Stream(non_blocking=True)
    t = cp.cuda.Stream(non_blocking=True)

    def link(src, dst):
        src.wait_event(dst.record())

    with s:
        y = cp.sqrt(x)
    link(s, t)
    with t:
        z = y + 1  # expect: CUP101
    t.synchronize()
    s.synchronize()
    return z


x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
print(pipeline(x).sum())
