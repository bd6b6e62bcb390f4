"""Each thread times its own work; the end is recorded on the null stream, which its stream is not ordered with."""
import threading

import cupy as cp


def worker(index, results):
    stream = cp.cuda.Stream(non_blocking=True)
    start, end = cp.cuda.Event(), cp.cuda.Event()
    with stream:
        x = cp.random.rand(1000, 1000)
        start.record()
        x @ x
        end.record(cp.cuda.Stream.null)
        end.synchronize()
        stream.synchronize()
    results[index] = cp.cuda.get_elapsed_time(start, end)  # expect: CUP505


results = {}
threads = [threading.Thread(target=worker, args=(index, results)) for index in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
