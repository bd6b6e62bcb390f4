import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def main(p):
    st = p.start()
    for i in range(12):
        match p.classify(st):
            case ("load", _):
                with s1:
                    w = x * 2  # maybe: CUP104
            case ("wait", _):
                s2.wait_event(s1.record())
            case _:
                with s2:
                    z = w + 1  # maybe: CUP101
        st = p.next(st)
