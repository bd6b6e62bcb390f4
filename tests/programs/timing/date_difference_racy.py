import datetime

import cupy as cp

a = cp.random.rand(512, 512)
cp.cuda.Device().synchronize()

begin = datetime.datetime.now()
b = a @ a
end = datetime.datetime.now()  # expect: CUP501
took = end - begin
print("product", took.seconds + took.microseconds / 1e6)
