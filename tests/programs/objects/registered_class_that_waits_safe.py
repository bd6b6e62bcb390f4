"""Which class a registry holds is not known, but all that have this method wait in it."""
import cupy as cp


class Rotation:
    methods = {}

    def __init__(self, n):
        self.angle = cp.zeros(n)

    def advance(self, number):
        self.angle += number
        cp.cuda.Device().synchronize()


def turn(kind, n):
    load, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    rotation = Rotation.methods[kind](n)
    with load:
        x = cp.ones(n)
    rotation.advance(1)
    with work:
        y = x + 1  # maybe: CUP101
    work.synchronize()
    return y
