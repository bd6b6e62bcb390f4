"""What is queued in one round of a hundred is waited for in another one, before it is used in a third."""
import cupy as cp

load = cp.cuda.Stream(non_blocking=True)


def run(n, host):
    x, total = cp.zeros(100), cp.zeros(100)
    cp.cuda.Device().synchronize()
    for step in range(n):
        if step % 100 == 10:
            x.set(host, stream=load)
        if step % 100 == 50:
            load.synchronize()
        if step % 100 == 60:
            total += x
        total += 1
    cp.cuda.Device().synchronize()
