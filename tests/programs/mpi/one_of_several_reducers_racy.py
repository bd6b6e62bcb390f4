import cupy as cp
import numpy as np
from mpi4py import MPI

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Reducer:
    rank = 0


class OnHost(Reducer):
    def add_up(self, array):
        array.set(array.get())


class OnDevice(Reducer):
    def add_up(self, array):
        MPI.COMM_WORLD.Allreduce(MPI.IN_PLACE, array)  # expect: CUP204


class Nothing(Reducer):
    def add_up(self, array):
        pass


def chosen(kind):
    if kind == "host":
        return OnHost()
    return OnDevice() if kind == "device" else Nothing()


def run(kind, n):
    reducer = chosen(kind)
    part = cp.ones(n)
    reducer.add_up(part)
