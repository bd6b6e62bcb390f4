import cupy as cp
import numpy as np
import torch

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Stream:
    def __init__(self):
        self.ptr = torch.cuda.current_stream().cuda_stream


kernel = cp.RawKernel('extern "C" __global__ void f(const float* a, float* b) {}', "f")


class Op(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        out = torch.empty_like(a)
        kernel((1,), (1,), (a.data_ptr(), out.data_ptr()), stream=Stream())
        return out

    @staticmethod
    def backward(ctx, grad):
        with cp.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
            g = cp.asarray(grad) * 2
        return torch.as_tensor(g, device="cuda")
