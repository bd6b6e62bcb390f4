"""What is done in one call of twenty comes after calls whose work goes on."""
import cupy as cp

work, save = cp.cuda.Stream(), cp.cuda.Stream()


class Solver:
    def __init__(self, n):
        self.steps = 0
        self.x, self.kept = cp.zeros(n), cp.zeros(n)

    def step(self):
        with work:
            self.x += 1
        self.steps += 1
        if self.steps % 20 == 0:
            save.wait_event(work.record())
            with save:
                self.kept[:] = self.x
            work.wait_event(save.record())
