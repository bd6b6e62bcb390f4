"""What torch calls a network's `forward` with may still be written on torch's current stream."""
import cupy as cp
import torch


class Limits:
    def __init__(self):
        self._stream = cp.cuda.Stream(non_blocking=True)

    def update(self, x):
        consumer = cp.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream)
        limits = torch.empty(x.shape[1], device=x.device)
        with self._stream:
            result = cp.asarray(limits)
            cp.copyto(result, cp.asarray(x.detach()).max(axis=0))  # expect: CUP104, CUP204
        consumer.wait_event(self._stream.record())
        return limits


class Clipped(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self._limits = Limits()
        self.linear = torch.nn.Linear(64, 64)

    def forward(self, x, scale):
        limits = self._limits.update(x) * scale
        return self.linear(torch.minimum(x, limits))
