# How many of the arrays are as long as a block decides which of them the function gets as they are.
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)


def by_blocks(function, arrays, size):
    long = 0
    for each in arrays:
        if len(each.shape) > 1 and each.shape[0] == size:
            long += 1
    first = arrays[:long]
    rest = arrays[long:]
    with stream:
        function(*[each[:4] for each in first], *rest)
    stream.synchronize()


def scaled_sum(x, total):
    x *= 2
    total += x.sum()


def scaled_total(x, size):
    total = cp.zeros(1)
    stream.wait_event(cp.cuda.get_current_stream().record())
    by_blocks(scaled_sum, [x, total], size)
    return float(total[0])
