"""Every tenth round waits, so every hundredth does; a counter that is asked for two remainders is taken as it is."""
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)


def run(n):
    losses = []
    for step in range(n):
        with stream:
            loss = cp.ones(4) * step
        if step % 10 == 0:
            stream.synchronize()
        if step % 100 == 0:
            losses.append(float(loss[0]))
    stream.synchronize()
    return losses
