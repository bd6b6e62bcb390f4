import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import time

flag = []
with s:
    y = x * 2
s.launch_host_func(flag.append, 1)
while not flag:
    time.sleep(0.001)
print(y.sum())  # maybe: CUP103
