import time

import cupy as cp

a = cp.random.rand(512, 512)
cp.cuda.Device().synchronize()

records = []
b = a
for i in range(3):
    b = b + 1
    records.append({"round": i, "at": time.time()})
print(records, float(b.sum()))
