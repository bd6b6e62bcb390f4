"""What MPI receives is there when its request has been waited for."""
from mpi4py import MPI
import cupy as cp
import cupyx

comm = MPI.COMM_WORLD


def receive(n):
    got = cp.empty(n)
    request = comm.Irecv(got, source=1)
    request.Wait()
    return got * 2


def polled(n):
    got = cp.empty(n)
    request = comm.Irecv(got, source=1)
    while not request.Test():
        pass
    return got * 2


def from_all(n):
    got = [cp.empty(n) for _ in range(comm.size)]
    requests = [comm.Irecv(got[k], source=k) for k in range(comm.size)]
    for request in requests:
        request.wait()
    return sum(got)


def from_others(n):
    requests, got = [], {}
    for k in range(comm.size):
        if k != comm.rank:
            got[k] = cp.empty(n)
            requests.append(comm.Irecv(got[k], source=k))
    MPI.Request.Waitall(requests)
    return sum(got.values())


def all_or_none(n):
    got = cp.empty(n)
    requests = [comm.Irecv(got, source=1)]
    if not MPI.Request.Testall(requests):
        MPI.Request.Waitall(requests)
    return got * 2
