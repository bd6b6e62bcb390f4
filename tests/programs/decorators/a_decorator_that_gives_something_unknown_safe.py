import cupy as cp
import library

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def watched(function):
    return library.watch(function)


@watched
def fill():
    with s1:
        x.fill(3)


with s1:
    a = x * 2
fill()
with s2:
    b = a + 1  # maybe: CUP101
