"""Streams from a factory; a facade that hides cupy behind a backend object with xp."""

import numpy as np

try:
    import cupy as cp
except ImportError:
    cp = None


class Backend:
    def __init__(self, use_gpu=True):
        self.gpu = use_gpu and cp is not None
        self.xp = cp if self.gpu else np
        self._streams = []

    def new_stream(self):
        if not self.gpu:
            return None
        s = cp.cuda.Stream(non_blocking=True)
        self._streams.append(s)
        return s

    def asnumpy(self, a):
        return cp.asnumpy(a) if self.gpu else np.asarray(a)

    def wait_all(self):
        for s in self._streams:
            s.synchronize()


def spectrum(backend, signal, stream):
    xp = backend.xp
    if stream is None:
        return xp.abs(xp.fft.rfft(xp.asarray(signal)))
    with stream:
        return xp.abs(xp.fft.rfft(xp.asarray(signal)))


def main():
    backend = Backend()
    streams = [backend.new_stream() for _ in range(2)]
    results = []
    for i, signal in enumerate(np.random.rand(6, 4096)):
        results.append(spectrum(backend, signal, streams[i % 2]))
    backend.wait_all()
    mean = sum(results) / len(results)
    print(backend.asnumpy(mean)[:5])


if __name__ == "__main__":
    main()
