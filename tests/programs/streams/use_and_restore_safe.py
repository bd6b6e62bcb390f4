import cupy as cp


def run(x):
    previous = cp.cuda.get_current_stream()
    s = cp.cuda.Stream(non_blocking=True)
    s.wait_event(previous.record())
    s.use()
    try:
        y = cp.sqrt(x)
        z = y + 1
    finally:
        previous.use()
    previous.wait_event(s.record())
    return z * 2


print(run(cp.ones(1 << 20)).sum())
