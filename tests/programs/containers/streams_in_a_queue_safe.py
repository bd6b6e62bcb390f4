import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import queue

pool = queue.Queue()
for _ in range(2):
    pool.put(cp.cuda.Stream(non_blocking=True))


def job(k):
    stream = pool.get()
    with stream:
        y = cp.full(1 << 18, k)
        y *= 2
        stream.synchronize()
    pool.put(stream)
    return y


with t:
    print(float((job(1) + job(2)).sum()))
