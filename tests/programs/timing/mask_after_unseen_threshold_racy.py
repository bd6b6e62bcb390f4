# As in the safe twin, but what is left out is a sort, and the product after it.
import time

import cupy as cp
from elsewhere import threshold

volume = cp.random.rand(256, 256, 256)
cp.cuda.Device().synchronize()

start = time.perf_counter()
mask = volume > threshold(volume)
smooth = cp.sort(volume, axis=0)
brain = smooth * mask
seconds = time.perf_counter() - start  # expect: CUP501
print(f"masked in {seconds} s")
