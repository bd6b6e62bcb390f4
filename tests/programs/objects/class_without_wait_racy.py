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
        self.stream.synchronize

    def result(self):
        self.wait()
        return self.buffer.sum()  # expect: CUP103


w = Worker(1 << 18)
w.submit(3)
r = w.result()
cp.cuda.Device().synchronize()
print(float(r))
