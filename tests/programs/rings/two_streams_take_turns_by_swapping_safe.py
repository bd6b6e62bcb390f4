import cupy as cp


def run(steps):
    a = cp.cuda.Stream(non_blocking=True)
    b = cp.cuda.Stream(non_blocking=True)
    x = cp.zeros(8)
    cp.cuda.Device().synchronize()
    cur, nxt = a, b
    for _ in range(steps):
        with cur:
            x += 1
        nxt.wait_event(cur.record())
        cur, nxt = nxt, cur
    cur.synchronize()
    return float(x.sum())


print(run(5))
