import cupy as cp


def pipeline(x):
    s = cp.cuda.Stream(non_blocking=True)
    t = cp.cuda.Stream(non_blocking=True)

    def link(src, dst):
        dst.wait_event(src.record())

    def stage(stream, fn, a):
        with stream:
            return fn(a)

    link(cp.cuda.Stream.null, s)
    y = stage(s, cp.sqrt, x)
    link(s, t)
    z = stage(t, cp.exp, y)

    def finish():
        t.synchronize()
        return z.sum()

    return finish


done = pipeline(cp.ones(1 << 20))
print(done())
