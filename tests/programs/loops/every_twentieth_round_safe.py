"""What is done in one round of twenty comes after rounds that go on."""
import cupy as cp

work, save = cp.cuda.Stream(), cp.cuda.Stream()


def run(n):
    x, kept = cp.zeros(100), cp.zeros(100)
    cp.cuda.Device().synchronize()
    for step in range(n):
        with work:
            x += 1
        if step % 20 == 19:
            save.wait_event(work.record())
            with save:
                kept[:] = x
            work.wait_event(save.record())
