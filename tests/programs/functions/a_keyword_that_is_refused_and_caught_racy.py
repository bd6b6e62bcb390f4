# The TypeError is caught, and the program goes on.
import cupy as cp


def scaled(x, factor=2):
    return x * factor


def scaled_in_words(x, **words):
    return x * words["by"]


stream = cp.cuda.Stream(non_blocking=True)
x = cp.ones(9)
stream.wait_event(cp.cuda.get_current_stream().record())
with stream:
    x += 1
scaled_in_words(1, by=3)
try:
    scaled(1, by=3)
except TypeError:
    pass
print(x.sum())  # expect: CUP103
