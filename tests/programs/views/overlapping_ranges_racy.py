"""Two workers write overlapping ranges."""

import cupy as cp


def main(n=100):
    a = cp.cuda.Stream(non_blocking=True)
    b = cp.cuda.Stream(non_blocking=True)
    buf = cp.zeros(n)
    cp.cuda.Device().synchronize()
    with a:
        buf[:60] = 1
    with b:
        buf[50:] = 2  # expect: CUP102
    a.synchronize()
    b.synchronize()
    print(float(buf.sum()))


main()
