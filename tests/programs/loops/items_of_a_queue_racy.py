import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def main(q):
    w = cp.empty(1 << 20)
    item = q.recv()
    while item is not None:
        with s1:
            w[...] = x  # expect: CUP102
        s2.wait_event(s1.record())
        with s2:
            z = w + 1
        item = q.recv()
