import cupy as cp
import threading


class Result:
    def __init__(self):
        self.done = threading.Event()
        self.value = None

    def set(self, v):
        self.value = v
        self.done.set()

    def get(self):
        self.done.wait()
        return self.value


def task(r):
    s = cp.cuda.Stream(non_blocking=True)
    with s:
        v = cp.ones(10) * 3
    s.synchronize()
    r.set(v)


r = Result()
threading.Thread(target=task, args=(r,)).start()
print(r.get().sum())
