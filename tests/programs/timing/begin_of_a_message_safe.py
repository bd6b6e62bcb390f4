"""How long a call takes that begins a message says nothing of the message."""
import time

import cupy as cp
from mpi4py import MPI


def send(x: cp.ndarray, dest):
    cp.cuda.get_current_stream().synchronize()
    begun = time.perf_counter()
    request = MPI.COMM_WORLD.Isend(x, dest=dest)
    print("overhead", time.perf_counter() - begun)
    request.Wait()
