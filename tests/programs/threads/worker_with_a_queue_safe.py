import queue
import threading
import cupy as cp

jobs = queue.Queue()
results = queue.Queue()


def worker():
    stream = cp.cuda.Stream(non_blocking=True)
    while (k := jobs.get()) is not None:
        with stream:
            a = cp.full(1 << 18, k)
            a *= 2
            stream.synchronize()
        results.put(a)


threads = [threading.Thread(target=worker) for _ in range(2)]
for t in threads:
    t.start()
for k in range(6):
    jobs.put(k)
for _ in threads:
    jobs.put(None)
for t in threads:
    t.join()
print(sum(float(results.get().sum()) for _ in range(6)))
