import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

frames = 0
begin = time.time()
image = a
while frames < 100:
    image = cp.roll(image, 1, axis=0)
    screen = image.get()
    frames += 1
print("fps", frames / (time.time() - begin))
