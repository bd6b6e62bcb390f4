import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def run(a, mode):
    work = cp.cuda.Stream(non_blocking=True) if mode in ["async", "overlap"] else cp.cuda.Stream.null
    with work:
        y = cp.exp(cp.ones(1000) * a)
    if mode in ["async", "overlap"]:
        work.synchronize()
    return (y + 1).get()


def run2(a, cfg):
    if cfg.get("overlap"):
        with s:
            y = cp.full(1000, a)
    else:
        y = cp.full(1000, a)
    if cfg.get("overlap"):
        s.synchronize()
    return (y + 1).get()
