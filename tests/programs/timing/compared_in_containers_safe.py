# min, sorted, any and comparisons of tuples ask for the truth of arrays inside containers; a key may be one.
import time

import cupy as cp

x = cp.random.rand(1 << 24)


def least():
    start = time.perf_counter()
    best = min((cp.abs(x - c).sum(), c) for c in (0.1, 0.5, 0.9))
    print(best[1], time.perf_counter() - start)


def in_order():
    start = time.perf_counter()
    sums = [(x + c).sum() for c in (0.1, 0.5, 0.9)]
    sums.sort()
    print(time.perf_counter() - start)


def by_key():
    start = time.perf_counter()
    sums = {c: (x + c).sum() for c in (0.1, 0.5, 0.9)}
    best = max(sums, key=sums.get)
    print(best, time.perf_counter() - start)  # maybe: CUP501


def found():
    start = time.perf_counter()
    outside = any((x > c).all() for c in (0.1, 0.5, 0.9))
    print(outside, time.perf_counter() - start)


def pairs():
    start = time.perf_counter()
    less = (x.sum(), 1) < ((x * x).sum(), 2)
    print(less, time.perf_counter() - start)


def rounds():
    start = time.perf_counter()
    for _ in range(cp.count_nonzero(x > 0.5)):
        break
    print(time.perf_counter() - start)


least()
in_order()
by_key()
found()
pairs()
rounds()


def chosen():
    start = time.perf_counter()
    name = ["low", "middle", "high"][cp.argmax(x[:3])]
    print(name, time.perf_counter() - start)


def shown():
    start = time.perf_counter()
    text = f"{[x.sum(), x.max()]}"
    print(time.perf_counter() - start)
    start = time.perf_counter()
    text += str({"least": x.min()})
    print(time.perf_counter() - start)


chosen()
shown()
