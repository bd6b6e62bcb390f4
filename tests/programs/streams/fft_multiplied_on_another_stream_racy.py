"""FFT result multiplied on another stream."""

import cupy as cp
import cupyx.scipy.fft as cufft


class Conv:
    def __init__(self):
        self.fft = cp.cuda.Stream(non_blocking=True)
        self.mul = cp.cuda.Stream(non_blocking=True)

    def run(self, x, k):
        with self.fft:
            fx = cufft.fftn(cp.asarray(x))
            fk = cufft.fftn(cp.asarray(k))
        with self.mul:
            prod = fx * fk  # expect: CUP101
        self.fft.wait_event(self.mul.record())
        with self.fft:
            out = cufft.ifftn(prod).real
            self.fft.synchronize()
        return out


print(Conv().run([1.0, 2.0], [3.0, 4.0]).sum())
