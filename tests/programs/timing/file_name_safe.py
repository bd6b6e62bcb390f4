import datetime
import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

stamp = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
b = a @ a
cp.save(f"result-{stamp}.npy", b)
print(stamp, int(time.time()))
