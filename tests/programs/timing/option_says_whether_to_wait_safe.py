import argparse
import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

parser = argparse.ArgumentParser()
parser.add_argument("--sync", action="store_true")
options = parser.parse_args([])
t0 = time.perf_counter()
b = a @ a
if options.sync:
    cp.cuda.Device().synchronize()
print(time.perf_counter() - t0)  # maybe: CUP501
