import cupy as cp
import numpy as np

cp.cuda.Device().synchronize()


class Pipeline:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.a = cp.zeros(1 << 20)

    def _done(self, arg):
        self.report()

    def report(self):
        print(self.a.sum())  # expect: CUP205

    def run(self):
        with self.stream:
            self.a += 1  # expect: CUP101
        self.stream.launch_host_func(self._done, None)
        self.stream.synchronize()


Pipeline().run()
