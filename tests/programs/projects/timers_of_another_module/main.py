import cupy as cp
import timers
from timers import Timer, timed

a = cp.random.rand(500, 500)


def direct():
    with Timer() as timer:
        b = a @ a
    return timer.seconds


def waits():
    with timers.Timer() as timer:
        b = a @ a
        cp.cuda.Device().synchronize()
    return timer.seconds


@timed
def product(x):
    return x @ x


@timed
def copied(x):
    return (x @ x).get()


product(a)
copied(a)
