import cupy as cp


def run(n, every=4):
    s = cp.cuda.Stream(non_blocking=True)
    main = cp.cuda.Stream(non_blocking=True)
    e = None
    stat = None
    with main:
        x = cp.zeros(100)
        for i in range(n):
            if i % every == 0:
                s.wait_event(main.record())
                with s:
                    stat = x.mean()
                e = s.record()
                main.wait_event(e)
            x += 1
            if i % every == every - 1 and e is not None:
                e.synchronize()
                print(float(stat))


run(12)
