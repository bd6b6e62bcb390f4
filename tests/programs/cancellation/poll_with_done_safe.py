import time

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)

done = s1.record()
while not done.done:
    time.sleep(0.001)
