# `scaled` has no parameter `by`: the program ends there, with a TypeError.
import cupy as cp


def scaled(x, factor=2):
    return x * factor


def scaled_in_words(x, **words):
    return x * words["factor"]


stream = cp.cuda.Stream(non_blocking=True)
x = cp.ones(9)
stream.wait_event(cp.cuda.get_current_stream().record())
with stream:
    x += 1
scaled(1, by=3)
print(x.sum())
