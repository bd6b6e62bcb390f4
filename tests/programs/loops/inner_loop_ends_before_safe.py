"""The counter of a short loop never comes so far."""
import cupy as cp

work, save = cp.cuda.Stream(), cp.cuda.Stream()


def run(n):
    x, kept = cp.zeros(4), cp.zeros(4)
    cp.cuda.Device().synchronize()
    for _ in range(n):
        for i in range(3):
            with work:
                x += 1
            if i % 20 == 19:
                with save:
                    kept[:] = x
    cp.cuda.Device().synchronize()
