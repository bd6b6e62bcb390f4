import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def main(careful):
    for i in range(5):
        with s1:
            a = x * i  # expect: CUP104
        s2.wait_event(s1.record())
        with s2:
            z = a.sum()
        if careful:
            s1.wait_event(s2.record())
