import time

import cupy as cp

a = cp.random.rand(4096, 4096)
frames, last = 0, time.time()
while True:
    a = a @ a
    frames += 1
    if time.time() - last > 1:
        print("fps", frames / (time.time() - last))  # maybe: CUP501
        frames, last = 0, time.time()
