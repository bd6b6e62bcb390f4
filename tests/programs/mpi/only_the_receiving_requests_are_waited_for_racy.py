"""A buffer that is still sent is written anew in the next step."""
from mpi4py import MPI
import cupy as cp
import cupyx

comm = MPI.COMM_WORLD


class Halo:
    def __init__(self, n):
        self.stream = cp.cuda.Stream(non_blocking=True)
        with self.stream:
            self.out, self.got = cp.empty(n), cp.empty(n)

    def step(self, x):
        with self.stream:
            self.out[...] = x[-1]  # expect: CUP102
        self.stream.synchronize()
        receiving = comm.Irecv(self.got, source=0)
        sending = comm.Isend(self.out, dest=0)
        MPI.Request.Waitall([receiving])
        with self.stream:
            x[0] = self.got
        self.stream.synchronize()
