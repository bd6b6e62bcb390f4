import cupy as cp


def run(steps):
    a = cp.cuda.Stream(non_blocking=True)
    b = cp.cuda.Stream(non_blocking=True)
    x = cp.zeros(8)
    cp.cuda.Device().synchronize()
    turn = 0
    for _ in range(steps):
        if turn == 0:
            with a:
                x += 1
            b.wait_event(a.record())
            turn = 1
        else:
            with b:
                x *= 2
            a.wait_event(b.record())
            turn = 0
    (b if turn else a).synchronize()
    return x.get()


print(run(5))
