import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def outer():
    with s1:
        a = x * 2
    s2.wait_event(s1.record())
    with s2:
        z = a.sum()

    def drop():
        nonlocal a
        a = None

    drop()
    with s1:
        b = x * 3  # expect: CUP104
    return b


outer()
