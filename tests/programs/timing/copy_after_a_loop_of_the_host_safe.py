import time

import cupy as cp


def primes(n):
    found = []
    for i in range(2, n):
        if all(i % p for p in found):
            found.append(i)
    return found


start = time.perf_counter()
numbers = cp.asarray(primes(100000))
print(time.perf_counter() - start)
