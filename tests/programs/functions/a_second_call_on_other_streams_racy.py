# simulator: agrees
import cupy as cp

a, b, c = (cp.cuda.Stream(non_blocking=True) for _ in range(3))
x, z = cp.ones(1 << 20), cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def both(first, second, data):
    with first:
        data += 1
    with second:
        y = data * 2  # expect: CUP101


both(a, b, x)
both(b, c, z)
with c:
    w = z + 1  # expect: CUP101
