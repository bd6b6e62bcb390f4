"""Each thread times its own work with events on its own stream."""
import threading

import cupy as cp


def worker(index, results):
    stream = cp.cuda.Stream(non_blocking=True)
    start, end = cp.cuda.Event(), cp.cuda.Event()
    with stream:
        x = cp.random.rand(1000, 1000)
        start.record()
        x @ x
        end.record()
        end.synchronize()
    results[index] = cp.cuda.get_elapsed_time(start, end)


results = {}
threads = [threading.Thread(target=worker, args=(index, results)) for index in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
