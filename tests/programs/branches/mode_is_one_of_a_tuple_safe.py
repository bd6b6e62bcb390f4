import cupy as cp

MODES = ("sync", "async")


def run(mode):
    s = cp.cuda.Stream(non_blocking=True)
    if mode not in MODES:
        raise ValueError(mode)
    with s:
        a = cp.ones(10)
    if mode == "sync":
        s.synchronize()
        return float(a.sum())
    if mode == "async":
        return a, s.record()


r, e = run("async")
e.synchronize()
print(run("sync"), r.sum())
