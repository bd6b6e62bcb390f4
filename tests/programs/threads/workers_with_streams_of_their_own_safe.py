"""Worker threads, each with its own stream; results returned through a queue after a wait."""

import queue
import threading

import cupy as cp
import numpy as np

STOP = object()


class Worker(threading.Thread):
    def __init__(self, tasks, results):
        super().__init__(daemon=True)
        self.tasks = tasks
        self.results = results

    def run(self):
        stream = cp.cuda.Stream(non_blocking=True)
        with stream:
            while True:
                item = self.tasks.get()
                if item is STOP:
                    break
                index, host = item
                x = cp.asarray(host)
                y = cp.tanh(x) @ x.T
                stream.synchronize()
                self.results.put((index, y))


def run(n_workers=4, n_tasks=16):
    tasks, results = queue.Queue(), queue.Queue()
    workers = [Worker(tasks, results) for _ in range(n_workers)]
    for w in workers:
        w.start()
    for i in range(n_tasks):
        tasks.put((i, np.random.rand(128, 128).astype(np.float32)))
    for _ in workers:
        tasks.put(STOP)
    out = {}
    for _ in range(n_tasks):
        index, y = results.get()
        out[index] = float(y.sum())
    for w in workers:
        w.join()
    return out


if __name__ == "__main__":
    print(run())
