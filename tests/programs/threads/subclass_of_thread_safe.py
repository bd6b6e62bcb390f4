import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import threading


class Worker(threading.Thread):
    def __init__(self, data):
        super().__init__()
        self.data = data
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.result = None

    def run(self):
        with self.stream:
            self.result = self.data * 2
        self.stream.synchronize()


w = Worker(x)
w.start()
w.join()
print(w.result.sum())
