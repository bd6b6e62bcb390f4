"""Where an argument is left out, an error is raised: what is made then is no object to work with."""
import cupy as cp

a, b = cp.cuda.Stream(), cp.cuda.Stream()


class MissingInput(ValueError):
    pass


def f(n, x=None):
    if x is None:
        raise MissingInput("x")
    with a:
        y = cp.ones(n)
    with b:
        return y + 1  # expect: CUP101
