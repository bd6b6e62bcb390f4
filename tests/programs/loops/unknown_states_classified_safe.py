import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def main(p):
    st = p.start()
    while not p.finished:
        phase = p.classify(st)
        if phase == 1:
            with s1:
                w = x * 2
        elif phase == 2:
            s2.wait_event(s1.record())
        elif phase == 3:
            with s2:
                z = w + 1  # maybe: CUP101
        st = p.next(st)
