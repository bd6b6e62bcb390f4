"""A method waits in the rounds in which the result is read; what it is given is the number of the round."""
import cupy as cp
import cupyx


class Driver:
    every = 10

    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.change = cupyx.zeros_pinned(1)
        self.trace = []

    def run(self, rounds):
        for it in range(rounds):
            with self.stream:
                delta = cp.ones(1) * it
                delta.get(out=self.change, blocking=False)
            self.settle(it)
            if it % self.every == 0:
                self.trace.append(float(self.change[0]))
        self.stream.synchronize()

    def settle(self, number):
        if number % self.every == 0:
            self.stream.synchronize()
