import cupy as cp


def run(n):
    s = cp.cuda.Stream(non_blocking=True)
    a = cp.zeros(10)
    cp.cuda.Device().synchronize()
    pending = 0
    total = 0.0
    for i in range(n):
        with s:
            a += i
        pending += 1
        if pending == 4:
            s.synchronize()
            total += float(a.sum())
            pending = 0
    if pending:
        s.synchronize()
    return total + float(a.sum())


print(run(10))
