import datetime

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

begin = datetime.datetime.now()
b = a @ a
cp.cuda.Device().synchronize()
end = datetime.datetime.now()
took = end - begin
print("product", took.seconds + took.microseconds / 1e6)
