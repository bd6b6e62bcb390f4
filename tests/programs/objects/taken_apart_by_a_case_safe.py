# python: 3.10
"""A case takes an object apart: its fields, by position and by name."""
from dataclasses import dataclass

import cupy as cp


@dataclass
class Found:
    values: cp.ndarray
    name: str = ""


@dataclass
class Failed:
    reason: str


class Engine:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)

    def simulate(self, n):
        values = cp.ones((n, n))
        values *= 2
        return Found(values)

    def price(self, n):
        match self.simulate(n):
            case Failed(reason):
                raise ValueError(reason)
            case Found(values):
                self.stream.wait_event(cp.cuda.get_current_stream().record())
                with self.stream:
                    price = values + 1
        self.stream.synchronize()
        return price

    def mean(self, n):
        match self.simulate(n):
            case Found(values=found, name=name):
                self.stream.wait_event(cp.cuda.get_current_stream().record())
                with self.stream:
                    mean = found.mean()
        self.stream.synchronize()
        return mean, name
