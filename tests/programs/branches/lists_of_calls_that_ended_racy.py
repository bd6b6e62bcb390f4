import cupy as cp

side = cp.cuda.Stream(non_blocking=True)


def step(array, n):
    parts = []
    for k in range(2):
        parts.append(array[k])
    with side:
        for part in parts:
            part += n
    side.synchronize()


def steps(flags):
    array = cp.zeros((2, 9))
    other = cp.ones(9)
    side.wait_event(cp.cuda.Stream.null.record())
    with side:
        other *= 2
    if flags[0]:
        step(array, 0)
    if flags[1]:
        step(array, 1)
    if flags[2]:
        step(array, 2)
    if flags[3]:
        step(array, 3)
    return other + 1  # expect: CUP103
