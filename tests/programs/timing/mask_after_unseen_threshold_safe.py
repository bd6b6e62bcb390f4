# What is left out is a product, after a filter whose threshold code that is not seen has brought to the host.
import time

import cupy as cp
from cupyx.scipy.ndimage import median_filter
from elsewhere import threshold

volume = cp.random.rand(256, 256, 256)
cp.cuda.Device().synchronize()

start = time.perf_counter()
smooth = median_filter(volume, 9)
mask = smooth > threshold(smooth)
brain = volume * mask
seconds = time.perf_counter() - start  # maybe: CUP501
print(f"masked in {seconds} s")
