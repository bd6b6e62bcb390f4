import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
from concurrent.futures import ThreadPoolExecutor


def job(k):
    with s:
        return cp.full(1000, k)


with ThreadPoolExecutor(2) as pool:
    futures = [pool.submit(job, k) for k in range(2)]
    total = futures[0].result() + 1  # expect: CUP101
cp.cuda.Device().synchronize()
print(total)
