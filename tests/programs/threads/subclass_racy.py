# simulator: agrees

import threading

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


class W(threading.Thread):
    def __init__(self, a):
        threading.Thread.__init__(self)
        self.a = a

    def run(self):
        with s1:
            self.r = self.a * 2


w = W(x)
w.start()
w.join()
z = w.r + 1  # expect: CUP101
