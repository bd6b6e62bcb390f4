"""The host waits for torch before MPI reads what a gradient was scaled to."""

import cupy as cp
import torch
from mpi4py import MPI


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        scaled = gradient * 2
        torch.cuda.current_stream().synchronize()
        MPI.COMM_WORLD.Send(cp.asarray(scaled), dest=1)
        return scaled
