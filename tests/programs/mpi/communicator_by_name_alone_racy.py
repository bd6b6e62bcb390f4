import cupy as cp


def share(comm, n):
    part = cp.ones(n)
    comm.Allreduce(part, cp.empty(n))  # expect: CUP204
