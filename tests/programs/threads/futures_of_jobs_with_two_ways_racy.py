"""Of the jobs that fill a buffer only the first one is waited for before it is copied."""
import threading
from concurrent.futures import ThreadPoolExecutor
from queue import Queue

import cupy as cp
import cupyx
import numpy as np


def main(load, n):
    buffers = [cupyx.empty_pinned((2, 256), np.uint8) for _ in range(2)]
    device = cp.empty((2, 256), dtype=cp.uint8)
    stream = cp.cuda.Stream(non_blocking=True)
    cp.cuda.Device().synchronize()

    def fill(buffer, row):
        try:
            buffer[row] = load(row)
            return True
        except Exception:
            return False

    ready, free = Queue(), threading.Semaphore(2)

    def produce(pool):
        for number in range(n):
            free.acquire()
            buffer = buffers[number % 2]
            ready.put((buffer, [pool.submit(fill, buffer, row) for row in range(2)]))
        ready.put(None)

    with ThreadPoolExecutor(max_workers=4) as pool:
        producer = threading.Thread(target=produce, args=(pool,), daemon=True)
        producer.start()
        while True:
            item = ready.get()
            if item is None:
                break
            buffer, futures = item
            filled = [futures[0].result()]
            if all(filled):
                with stream:
                    device.set(buffer, stream=stream)  # expect: CUP101
                stream.synchronize()
            free.release()
        producer.join()
