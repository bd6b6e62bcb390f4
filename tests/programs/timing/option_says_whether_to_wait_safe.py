import argparse
import time

import cupy as cp

a = cp.random.rand(512, 512)
cp.cuda.Device().synchronize()

parser = argparse.ArgumentParser()
parser.add_argument("--sync", action="store_true")
options = parser.parse_args([])
t0 = time.perf_counter()
b = a @ a
if options.sync:
    cp.cuda.Device().synchronize()
print(time.perf_counter() - t0)  # maybe: CUP501
