"""A function is given a tensor, as only the one shows to which it hands it on."""
import cupy as cp
import numpy as np
import torch

nearest = cp.RawKernel(
    """extern "C" __global__ void nearest(const float* x, float* d, int n) {
    int i = threadIdx.x; if (i < n) d[i] = x[i];
    }""",
    "nearest",
)
_sides = {}


def side_stream(device):
    if device not in _sides:
        _sides[device] = torch.cuda.Stream(device)
    return _sides[device]


def distances(x):
    dist = torch.empty(x.shape[0], dtype=torch.float32, device=x.device)
    current, side = torch.cuda.current_stream(x.device), side_stream(x.device)
    side.wait_stream(current)
    with cp.cuda.ExternalStream(side.cuda_stream):
        nearest((1,), (128,), (x.data_ptr(), dist.data_ptr(), np.int32(x.shape[0])))
    current.wait_stream(side)
    return dist


def loss(x):
    return distances(x).sum()
