"""A loop that goes round at all shows that the list is not empty."""
import cupy as cp
from mpi4py import MPI

comm = MPI.COMM_WORLD


def exchange(x, neighbours, aware, verbose):
    buffers = {n: cp.empty(9) for n in neighbours}
    for n in neighbours:
        buffers[n][...] = x
    if aware and verbose:
        cp.cuda.get_current_stream().synchronize()
    if aware:
        for n in neighbours:
            comm.Send(buffers[n], dest=n)  # expect: CUP204
