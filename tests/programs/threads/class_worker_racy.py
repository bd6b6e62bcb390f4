import queue
import threading

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Pipeline:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.q = queue.Queue()
        self.out = queue.Queue()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        while True:
            item = self.q.get()
            if item is None:
                break
            with self.stream:
                r = item * 2
            self.out.put(r)

    def push(self, a):
        cp.cuda.get_current_stream().synchronize()
        self.q.put(a)

    def pull(self):
        return self.out.get()

    def close(self):
        self.q.put(None)
        self.thread.join()


p = Pipeline()
for k in range(3):
    p.push(x * k)
total = cp.zeros(1 << 20)
for _ in range(3):
    total += p.pull()  # expect: CUP101
p.close()
print(total.sum())  # expect: CUP104
