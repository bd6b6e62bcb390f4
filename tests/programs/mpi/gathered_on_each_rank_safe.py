"""Each rank in turn receives the parts of the others, and gives its own part itself."""
import numpy as np
import cupy
from mpi4py import MPI


class Gather:
    def __init__(self):
        self.comm = MPI.COMM_WORLD

    def igather(self, rank, size, comm, mine, got, root):
        requests = []
        if rank == root:
            for other in range(size):
                if other != rank:
                    requests.append(comm.Irecv(got[other], source=other))  # maybe: CUP202
                else:
                    got[rank] = mine
        else:
            requests.append(comm.Isend(mine, dest=root))  # maybe: CUP201
        return requests

    def gather(self, rank, size, comm, signs, got_signs, scale, got_scales):
        requests = []
        for root in range(size):
            requests += self.igather(rank, size, comm, signs[root], got_signs, root=root)
        for root in range(size):
            requests += self.igather(rank, size, comm, scale, got_scales, root=root)
        MPI.Request.Waitall(requests)

    def run(self, rank, size, signs, got_signs, scale, got_scales):
        on_host = np.zeros([size, signs[rank].size], dtype=signs[0].dtype)
        for root in range(size):
            self.igather(rank, size, self.comm, on_host[root], on_host, root=root)
        got_signs = cupy.zeros([self.size, signs[self.rank].size], dtype=signs[0].dtype)
        cupy.cuda.get_current_stream().synchronize()
        if self.aware:
            self.gather(self.rank, self.size, self.comm, signs, got_signs, scale, got_scales)
