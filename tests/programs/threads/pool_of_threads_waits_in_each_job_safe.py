from concurrent.futures import ThreadPoolExecutor
import cupy as cp


def job(k):
    s = cp.cuda.Stream(non_blocking=True)
    with s:
        a = cp.full(1 << 18, k)
        b = a * a
    s.synchronize()
    return b


with ThreadPoolExecutor(4) as pool:
    futures = [pool.submit(job, k) for k in range(8)]
    total = cp.zeros(1 << 18)
    for f in futures:
        total += f.result()
    for r in pool.map(job, range(3)):
        total += r
print(total.sum())
