import cupy as cp


class Worker:
    def __init__(self, n):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.buffer = cp.zeros(n, dtype=cp.float32)
        cp.cuda.get_current_stream().synchronize()

    def submit(self, value):
        with self.stream:
            self.buffer += value

    def wait(self):
        self.stream.synchronize()

    def result(self):
        self.wait()
        return self.buffer.sum()


workers = [Worker(1 << 18) for _ in range(3)]
for k, w in enumerate(workers):
    w.submit(k)
print([float(w.result()) for w in workers])
one = Worker(16)
one.submit(4)
one.wait()
print(one.buffer * 2)
