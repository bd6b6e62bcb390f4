from concurrent.futures import ThreadPoolExecutor

import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with ThreadPoolExecutor(1) as pool:
    pool.submit(print, 1).add_done_callback(lambda f: print(x.sum()))
