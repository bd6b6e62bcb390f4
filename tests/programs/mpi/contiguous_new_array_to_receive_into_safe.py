import cupy as cp
from mpi4py import MPI


def pointer(array, backend):
    return backend.ascontiguousarray(array)


def receive(comm, n, backend):
    room = backend.empty(n)
    backend.cuda.runtime.deviceSynchronize()
    comm.Recv(pointer(room, backend), source=1)
    comm.Ssend(pointer(room, backend), dest=1)
