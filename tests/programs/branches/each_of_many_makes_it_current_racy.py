import cupy as cp

side = cp.cuda.Stream(non_blocking=True)


def launch(kind, array):
    if kind == "add":
        side.use()
        array += 0
    elif kind == "cut":
        side.use()
        array += 1
    elif kind == "fill":
        side.use()
        array += 2
    elif kind == "mix":
        side.use()
        array += 3
    elif kind == "mul":
        side.use()
        array += 4
    elif kind == "pad":
        side.use()
        array += 5
    elif kind == "put":
        side.use()
        array += 6
    elif kind == "sub":
        side.use()
        array += 7
    elif kind == "turn":
        side.use()
        array += 8
    elif kind == "wrap":
        side.use()
        array += 9
    else:
        side.use()


def step(kind):
    result = cp.zeros(9)
    cp.cuda.Stream.null.synchronize()
    launch(kind, result)
    side.synchronize()
    other = cp.ones(9)
    cp.cuda.Stream.null.use()
    return other * 2  # expect: CUP101
