import cupy as cp


def share(comm, module):
    if module is not cp:
        part = module.zeros(10)
        comm.Bcast(part)
