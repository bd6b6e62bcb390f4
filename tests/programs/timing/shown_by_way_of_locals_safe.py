import time

import cupy as cp


def solve(v, rounds, *shown):
    product = norm = 0
    for _ in range(rounds):
        begin = time.time()
        x = cp.dot(v.T, v)
        cp.cuda.Device().synchronize()
        product += time.time() - begin
        begin = time.time()
        n = float(cp.linalg.norm(x))
        norm += time.time() - begin
        if n < 1e-5:
            break
    for name in shown:
        print(f"{name} {locals()[name]:.3f} s")


solve(cp.ones((2000, 2000)), 9, *input().split())
