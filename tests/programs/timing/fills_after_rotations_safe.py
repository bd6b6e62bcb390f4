# What is left out are a few fills, after rotations that the host may have waited for.
import time

import cupy as cp
import numpy as np
from cupyx.scipy.ndimage import rotate

start = time.time()
grid = cp.array(cp.meshgrid(cp.arange(6), cp.arange(64) + 0.5, cp.arange(64) + 0.5, indexing="ij"))
turned = cp.zeros((3, 361, 6, 64, 64), dtype=np.float16)
for number, angle in enumerate(np.linspace(0, 360, 361)):
    turned[:, number] = rotate(grid, angle=angle, reshape=False, order=1)
for layer in range(6):
    turned[0, :, layer] = layer
print(f"rotations: {time.time() - start:0.2f} s")  # maybe: CUP501
