import queue
import threading

import cupy as cp
import cupyx
import numpy as np


def reader(path, free, full, stop):
    with open(path, "rb", buffering=0) as file:
        while not stop.is_set():
            buffer = free.get()
            if buffer is None:
                break
            count = file.readinto(memoryview(buffer))
            full.put((buffer, count))
            if not count:
                break


def stream_file(path, consume, record=1 << 22, buffers=4):
    stream = cp.cuda.Stream(non_blocking=True)
    free, full, stop = queue.Queue(), queue.Queue(), threading.Event()
    for _ in range(buffers):
        free.put(cupyx.empty_pinned(record, np.uint8))
    thread = threading.Thread(target=reader, args=(path, free, full, stop))
    thread.start()
    with stream:
        block = cp.empty(record, cp.uint8)
        while True:
            buffer, count = full.get()
            if not count:
                break
            block.set(buffer)
            stream.synchronize()
            free.put(buffer)
            consume(block[:count])
    stop.set()
    free.put(None)
    stream.synchronize()
    thread.join()
