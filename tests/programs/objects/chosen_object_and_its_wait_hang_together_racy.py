import cupy as cp

side = cp.cuda.Stream(non_blocking=True)


class Dense:
    def multiply(self, a):
        return a @ a  # expect: CUP101


class Careful:
    def multiply(self, a):
        cp.cuda.Device().synchronize()
        return a @ a


def multiply(name, n):
    if name == "dense":
        back_end = Dense()
    else:
        back_end = Careful()
    a = cp.ones((n, n))
    if name == "careful":
        side.wait_event(cp.cuda.Stream.null.record())
    with side:
        b = back_end.multiply(a)
    side.synchronize()
    return b
