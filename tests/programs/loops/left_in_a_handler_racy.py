"""Loops that end where an exception is caught: what stands behind them is reached."""
import cupy as cp


def until_the_feed_ends(feed):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        x = cp.zeros(1000)
    while True:
        try:
            item = next(feed)
        except StopIteration:
            break
        print(item)
    return x + 1  # expect: CUP103


def until_none_is_left():
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        x = cp.zeros(1000)
    work = list(range(400))
    while True:
        try:
            work.pop()
        except IndexError:
            break
    return x + 1  # maybe: CUP103
