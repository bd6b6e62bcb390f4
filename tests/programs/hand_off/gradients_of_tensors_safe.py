"""What torch gives is taken as it is: CuPy copies no gradient, and no tensor like another one that is not known."""

import cupy as cp
import torch
from mpi4py import MPI


def average(gradient):
    torch.cuda.current_stream().synchronize()
    view = cp.asarray(gradient)
    MPI.COMM_WORLD.Allreduce(MPI.IN_PLACE, view, op=MPI.SUM)
    view /= MPI.COMM_WORLD.Get_size()


def train():
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        weight = torch.ones(64, device="cuda", requires_grad=True)
        weight.pow(2).mean().backward()
        average(weight.grad)
    return weight


def synchronized(module):
    missing = [each for each in module.parameters() if each.requires_grad]
    for each in missing:
        if each.grad is None:
            each.grad = torch.zeros_like(each)
    torch.cuda.synchronize()
    for each in missing:
        buffer = cp.asarray(each.grad)
        MPI.COMM_WORLD.Allreduce(MPI.IN_PLACE, buffer, op=MPI.SUM)  # maybe: CUP104, CUP204
