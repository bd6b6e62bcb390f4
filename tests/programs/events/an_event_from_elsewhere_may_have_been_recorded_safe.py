import cupy as cp

s2 = cp.cuda.Stream(non_blocking=True)


def consume(event):
    s2.wait_event(event)
    event.synchronize()
