"""An object keeps its stream to itself: nobody else can wait for it."""
import cupy as cp
import torch


class Scaler:
    def __init__(self, factor):
        self._stream = cp.cuda.Stream(non_blocking=True)
        self._factor = factor

    def scaled(self, shape):
        with self._stream:
            x = cp.ones(shape)
            x *= self._factor
        return x  # expect: CUP103


class Frames:
    def __init__(self):
        self._stream = cp.cuda.Stream(non_blocking=True)
        self._view = torch.cuda.ExternalStream(self._stream.ptr)

    def __call__(self, shape):
        consumer = torch.cuda.current_stream()
        frame = torch.empty(shape, device="cuda")
        self._view.wait_stream(consumer)
        with self._stream:
            cp.asarray(frame).fill(0)
        self._view.wait_stream(consumer)
        return frame  # expect: CUP204
