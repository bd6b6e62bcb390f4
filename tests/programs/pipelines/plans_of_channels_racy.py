import cupy as cp
from cupy.cuda import cufft


class Bank:
    def __init__(self, channels, length, batch):
        self.streams = [cp.cuda.Stream(non_blocking=True) for _ in range(channels)]
        self.plans = [cufft.Plan1d(length, cufft.CUFFT_C2C, batch)] * channels
        self.out = []
        for stream in self.streams:
            with stream:
                self.out.append(cp.empty((batch, length), cp.complex64))

    def spectra(self, channels: list[cp.ndarray]):
        ready = cp.cuda.get_current_stream().record()
        for i, x in enumerate(channels):
            self.streams[i].wait_event(ready)
            with self.streams[i]:
                self.plans[i].fft(x, self.out[i], cufft.CUFFT_FORWARD)  # expect: CUP112
        for stream in self.streams:
            cp.cuda.get_current_stream().wait_event(stream.record())
