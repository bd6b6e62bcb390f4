# simulator: agrees
import cupy as cp

load, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def steps():
    yield 1
    with load:
        y = x + 1


it = steps()
for _ in range(4):
    if next(it, None) is None:
        with work:
            x += 1  # expect: CUP102
