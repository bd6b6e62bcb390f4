import cupy as cp


def run(flag):
    s = cp.cuda.Stream(non_blocking=True) if flag else cp.cuda.Stream.null
    with s:
        a = cp.ones(10)
    if flag:
        s.synchronize()
    return float(a.sum())


print(run(True), run(False))
