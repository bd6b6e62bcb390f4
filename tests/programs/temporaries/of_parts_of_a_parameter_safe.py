import cupy as cp


class Averager:
    def __init__(self, bins):
        self.side = cp.cuda.Stream(non_blocking=True)
        with self.side:
            self.peak = cp.zeros(bins, cp.float32)

    def add(self, spectrum):
        power = spectrum.real**2 + spectrum.imag**2
        self.side.wait_event(cp.cuda.get_current_stream().record())
        with self.side:
            cp.maximum(self.peak, power, out=self.peak)
        cp.cuda.get_current_stream().wait_event(self.side.record())
