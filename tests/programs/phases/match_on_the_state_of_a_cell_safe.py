"""State machine with match and enum; each state orders itself after the former."""

from enum import Enum, auto

import cupy as cp
import numpy as np


class State(Enum):
    EMPTY = auto()
    LOADED = auto()
    DONE = auto()


class Cell:
    def __init__(self, n):
        self.state = State.EMPTY
        self.x = cp.empty(n)
        self.y = cp.empty(n)
        self.event = cp.cuda.Event()
        self.event.record()

    def advance(self, load, work, host):
        match self.state:
            case State.EMPTY:
                load.wait_event(self.event)
                self.x.set(host, stream=load)
                self.event.record(load)
                self.state = State.LOADED
            case State.LOADED:
                work.wait_event(self.event)
                with work:
                    cp.sqrt(self.x, out=self.y)
                self.event.record(work)
                self.state = State.DONE
            case State.DONE:
                self.event.synchronize()
                self.state = State.EMPTY
                return float(self.y.sum())
        return None


def main():
    load = cp.cuda.Stream(non_blocking=True)
    work = cp.cuda.Stream(non_blocking=True)
    cells = [Cell(100) for _ in range(2)]
    host = np.ones(100)
    for _ in range(9):
        for cell in cells:
            value = cell.advance(load, work, host)
            if value is not None:
                print(value)


if __name__ == "__main__":
    main()
