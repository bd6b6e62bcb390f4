import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
from concurrent.futures import ThreadPoolExecutor

done = cp.cuda.Event()


def worker():
    with s:
        x.fill(3)
        done.record()


with ThreadPoolExecutor(1) as pool:
    future = pool.submit(worker)
    future.result()
    t.wait_event(done)
    with t:
        y = x * 2
    t.synchronize()
print(y.sum())
