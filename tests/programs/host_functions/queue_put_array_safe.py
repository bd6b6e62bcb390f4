import queue

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

q = queue.Queue()


def f(arg):
    q.put(arg)


s1.launch_host_func(f, x)
print(q.get().sum())
