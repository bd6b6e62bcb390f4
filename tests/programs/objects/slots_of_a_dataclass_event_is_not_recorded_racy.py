"""Dataclass slots, wait forgotten."""

from dataclasses import dataclass
import cupy as cp
import numpy as np


@dataclass
class Slot:
    stream: cp.cuda.Stream
    array: cp.ndarray
    event: cp.cuda.Event


def make(n):
    return Slot(cp.cuda.Stream(non_blocking=True), cp.empty(n), cp.cuda.Event())


def main():
    a, b = make(10), make(10)
    cp.cuda.Device().synchronize()
    a.array.set(np.ones(10), stream=a.stream)
    a.event.record(a.stream)
    b.stream.wait_event(b.event)  # expect: CUP105
    with b.stream:
        cp.copyto(b.array, a.array)  # expect: CUP101
    b.stream.synchronize()
    print(b.array)


main()
