import time

import cupy as cp

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

begin = time.time()
total = 0.0
for i in range(100):
    total += float((a * i).sum())
    done = (i + 1) / 100
    print(f"ETA {(time.time() - begin) * (1 - done) / done:.0f} s")
print(total)
