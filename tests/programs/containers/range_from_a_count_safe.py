import cupy as cp

side = cp.cuda.Stream(non_blocking=True)


def product(first, second, size):
    given = [first, second]
    whole = 0
    for each in given:
        if each.shape[0] == size:
            whole += 1
    for k in range(whole, len(given)):
        given[k] = cp.zeros(size)
    cp.cuda.Stream.null.synchronize()
    with side:
        return given[0] * given[1]
