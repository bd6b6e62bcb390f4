import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def work(path):
    a = cp.zeros_like(x)
    cp.cuda.Device().synchronize()
    try:
        with s1:
            a += 1
        open(path).read()
        s1.synchronize()
    except OSError:
        pass
    with s2:
        a += 2  # expect: CUP101
    s2.synchronize()
