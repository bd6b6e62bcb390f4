import cupy as cp


def share(comm, n):
    part = cp.ones(n)
    cp.cuda.Device().synchronize()
    comm.Allreduce(part, cp.empty(n))
