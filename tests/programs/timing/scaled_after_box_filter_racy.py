# A filter that is given no array but the image waits for nothing, and no product after it.
import time

import cupy as cp
from cupyx.scipy.ndimage import uniform_filter1d


def smoothed(samples: cp.ndarray, width: int, scale: float):
    start = time.time()
    samples = uniform_filter1d(samples, size=width)
    samples *= scale
    print(f"{time.time() - start:.3f} s")  # expect: CUP501
    return samples
