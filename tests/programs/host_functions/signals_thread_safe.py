import threading

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

done = threading.Event()
s1.launch_host_func(lambda arg: done.set(), None)
done.wait()
print(x.sum())
