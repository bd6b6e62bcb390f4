"""`any` and `next` ask a `map` for no more than they need, and nobody may ask it at all."""
import cupy as cp

a = cp.cuda.Stream(non_blocking=True)
b = cp.cuda.Stream(non_blocking=True)
with a:
    x = cp.ones(1 << 14)
    y = cp.zeros(1 << 14)
a.synchronize()


def touch(pair):
    stream, array = pair
    with stream:
        array += 1
    return True


first = next(map(touch, [(a, x), (b, x)]))
found = any(map(touch, [(a, y), (b, y)]))
unused = map(touch, [(b, x), (b, y)])
with a:
    print(first, found, float((x + y).sum()))
