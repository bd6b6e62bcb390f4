"""What is done in one round of twenty comes after rounds that go on."""
import cupy as cp

work, save = cp.cuda.Stream(), cp.cuda.Stream()


def run(n):
    x, kept = cp.zeros(100), cp.zeros(100)
    cp.cuda.Device().synchronize()
    for step in range(n):
        with work:
            x += 1  # expect: CUP102
        if step % 20 == 19:
            with save:
                kept[:] = x  # expect: CUP101
