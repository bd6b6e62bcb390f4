from contextlib import contextmanager

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@contextmanager
def lent(array):
    yield array


def is_contiguous(array):
    flags = array.flags
    asked = "C_CONTIGUOUS"
    found = flags[asked]
    return found


def add(array):
    if is_contiguous(array):
        s2.wait_event(s1.record())
        with s2:
            return array + 1
    return None


def work(array):
    with lent(array) as a, lent(a) as b, lent(b) as c, lent(c) as d:
        with s1:
            d *= 2
        return add(d)


def step(array):
    with lent(array) as a:
        return work(a)


step(x)
