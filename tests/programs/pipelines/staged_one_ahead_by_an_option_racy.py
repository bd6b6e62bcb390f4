"""Correlated conditions: the wait and the use depend on the same option held in an object."""

from dataclasses import dataclass

import cupy as cp
import numpy as np


@dataclass
class Options:
    overlap: bool = True
    check: bool = False
    depth: int = 2


class Runner:
    def __init__(self, options):
        self.o = options
        self.work = cp.cuda.get_current_stream()
        self.side = cp.cuda.Stream(non_blocking=True) if options.overlap else None

    def stage(self, host):
        if self.side is None:
            return cp.asarray(host), None
        with self.side:
            x = cp.asarray(host)  # expect: CUP104
        return x, self.side.record()

    def compute(self, x, event):
        if event is not None:
            self.work.wait_event(event)
        y = x - x.mean()
        if self.o.check:
            assert abs(float(y.mean())) < 1e-6
        return y

    def run(self, hosts):
        results = []
        staged = None
        for host in hosts:
            nxt = self.stage(host)
            if staged is not None:
                results.append(self.compute(*staged))
            staged = nxt
        if staged is not None:
            results.append(self.compute(*staged))
        return results


def main():
    for o in (Options(), Options(overlap=False), Options(check=True)):
        out = Runner(o).run(np.random.rand(4, 1000))
        print(o, len(out), float(out[-1].std()))


if __name__ == "__main__":
    main()
