import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def swap(other, h):
    h = cupyx.empty_pinned(1 << 20)
    with s1:
        x.set(h)
        other.get(out=h)  # maybe: CUP101
        other.fill(out=h, stream=s1)  # maybe: CUP102
    s1.synchronize()
