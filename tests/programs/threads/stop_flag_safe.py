# simulator: agrees

import queue
import threading

import cupy as cp

x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class W:
    def __init__(self):
        self.stop = threading.Event()
        self.q = queue.Queue()
        self.s = cp.cuda.Stream(non_blocking=True)
        self.t = threading.Thread(target=self.run)

    def run(self):
        while not self.stop.is_set():
            try:
                a = self.q.get(timeout=0.1)
            except queue.Empty:
                continue
            with self.s:
                a *= 2
            self.s.synchronize()
            self.q.task_done()


w = W()
w.t.start()
w.q.put(x)
w.q.join()
y = x + 1
w.stop.set()
w.t.join()
