import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def run(items, n):
    acc = cp.zeros(n)
    s.wait_event(cp.cuda.get_current_stream().record())
    for k, item in enumerate(items):
        with s:
            acc += item
        if k == len(items) - 1:
            s.synchronize()
    return acc.sum()
