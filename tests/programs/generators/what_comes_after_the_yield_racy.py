# simulator: agrees
import cupy as cp

s1, s2 = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def steps():
    yield 0
    with s1:
        global x
        x += 1
    yield 1


it = steps()
next(it)
with s2:
    y = x + 1
s1.wait_event(s2.record())
next(it)
with s2:
    y = x + 1  # expect: CUP101
