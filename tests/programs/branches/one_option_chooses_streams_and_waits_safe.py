import cupy as cp


def step(x, overlap=False):
    s = cp.cuda.Stream(non_blocking=True) if overlap else cp.cuda.Stream.null
    t = cp.cuda.Stream(non_blocking=True) if overlap else cp.cuda.Stream.null
    if overlap:
        s.wait_event(cp.cuda.Stream.null.record())
    with s:
        y = cp.tanh(x)
    if overlap:
        e = s.record()
    print("queued")
    if overlap:
        t.wait_event(e)
    with t:
        z = y * y
    if overlap:
        t.synchronize()
    return z.sum()


x = cp.ones(1 << 20)
print(step(x), step(x, overlap=True))
