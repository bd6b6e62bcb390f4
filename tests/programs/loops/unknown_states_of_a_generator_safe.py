import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def states(p):
    st = p.start()
    while True:
        yield st
        st = p.next(st)


def main(p):
    for st in states(p):
        if p.is_load(st):
            with s1:
                w = x * 2
        elif p.is_wait(st):
            s2.wait_event(s1.record())
        else:
            with s2:
                z = w + 1  # maybe: CUP101
