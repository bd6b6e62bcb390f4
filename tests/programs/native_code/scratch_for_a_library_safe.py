"""A library in C gets memory to work in: it comes from the arena of the stream that uses it, and goes back there."""
import ctypes

import cupy as cp

lib = ctypes.CDLL("libcorrect.so")


class Corrector:
    def __init__(self):
        self.streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]

    def _one(self, image: cp.ndarray, stream):
        size = lib.scratch_bytes(9)
        with stream:
            scratch = cp.empty(size, dtype=cp.uint8)
        if lib.correct(image.data.ptr, scratch.data.ptr, size, stream.ptr):
            raise RuntimeError

    def all(self, images):
        cp.cuda.Device().synchronize()
        for number, image in enumerate(images):
            self._one(image, self.streams[number % len(self.streams)])
        for stream in self.streams:
            stream.synchronize()
