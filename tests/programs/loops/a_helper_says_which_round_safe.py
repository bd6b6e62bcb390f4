"""A function says whether a round is one of those that wait."""
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)


def is_due(step, every=20):
    return not step % every


def run(n):
    x, kept = cp.zeros(4), []
    cp.cuda.Device().synchronize()
    for step in range(n):
        with stream:
            x += 1
        if is_due(step):
            stream.synchronize()
        if step % 20 == 0:
            kept.append(float(x[0]))
    stream.synchronize()
