# One test chooses the function and another one what it makes.
import cupy as cp
import numpy as np
from mpi4py import MPI


def made(a, where):
    if where == "host":
        return np.array(a)
    return cp.array(a)


def of_host(a, where):
    x = made(a, where)
    MPI.COMM_WORLD.Allgather(x.dot(x), x)  # expect: CUP204


def of_device(a, where):
    x = made(a, where)
    MPI.COMM_WORLD.Allgather(x.dot(x).get(), x)


def solve(a, where, fast):
    work = of_host if fast else of_device
    return work(a, where)
