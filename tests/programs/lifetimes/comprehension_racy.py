import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def step(i):
    with s1:
        a = x * i  # expect: CUP104
    s2.wait_event(s1.record())
    with s2:
        return a.sum()


totals = [step(i) for i in range(5)]
