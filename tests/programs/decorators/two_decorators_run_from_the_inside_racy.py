import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

LOG = []


def first(function):
    LOG.append(s1)
    return function


def second(function):
    LOG.append(s2)
    return function


@second
@first
def nothing():
    pass


with LOG[0]:
    a = x * 2
with LOG[1]:
    b = a + 1  # expect: CUP101
