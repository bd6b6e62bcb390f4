"""A tensor that a function is given may still be written on torch's current stream."""
import cupy as cp
import torch


def annotated(x: torch.Tensor):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        y = cp.asarray(x) * 2  # expect: CUP204
    stream.synchronize()
    return y


def used(x):
    stream = cp.cuda.Stream(non_blocking=True)
    source = x.detach().contiguous()
    with stream:
        y = cp.asarray(source) * 2  # expect: CUP204
    stream.synchronize()
    return y


def on_torchs_stream(x: torch.Tensor):
    with cp.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
        return cp.asarray(x) * 2


def elsewhere(x: torch.Tensor):
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        doubled = x * 2
        y = cp.asarray(doubled) + 1  # expect: CUP204
    return y.get()
