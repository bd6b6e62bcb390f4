import time

import cupy as cp
import engine

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def products(m, count, log):
    def one(number):
        t0 = time.perf_counter()
        out = m @ a
        log.info("%d took %.3f s", number, time.perf_counter() - t0)  # expect: CUP501
        return out

    done = engine.map(one, range(count))
    a_copy = m = None
    return done
