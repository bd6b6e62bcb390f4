"""What MPI receives is there when its request has been waited for, whatever the device waits for."""
from mpi4py import MPI
import cupy as cp
import cupyx

comm = MPI.COMM_WORLD


def receive(n):
    got = cp.empty(n)
    request = comm.Irecv(got, source=1)
    cp.cuda.Device().synchronize()
    doubled = got * 2  # expect: CUP101
    request.Wait()
    return doubled


def upload(n):
    host = cupyx.empty_pinned((n,))
    request = comm.Irecv(host, source=1)
    x = cp.asarray(host)  # expect: CUP101
    request.Wait()
    return x
